internal import TraceModel

/// What the other traces of a run, or of the other side of a comparison, say about causes.
extension Report {
  /// The callbacks that are seen in any of the traces.
  package var callbacksSeen: Set<String> {
    traces.reduce(into: []) { $0.formUnion($1.callbacksSeen) }
  }

  /// Takes back that a missing callback is not recorded, where other traces have it.
  /// - Parameter seen: the callbacks that are seen in any of them.
  package mutating func refuteUnrecorded(by seen: Set<String>) {
    for trace in traces.indices where !traces[trace].violations.isEmpty {
      // Where the trace itself has it, another recorder of the app may lack it.
      let seen = seen.subtracting(traces[trace].callbacksSeen)
      for index in traces[trace].violations.indices {
        traces[trace].violations[index].refuteUnrecorded(by: seen)
      }
    }
  }
}

extension TraceReport {
  /// The callbacks that are seen in the trace, as far as the report tells.
  package var callbacksSeen: Set<String> {
    var names = Set(occurred)
    if let observed, observed.source == .trace {
      names.formUnion(observed.calls + observed.notifications)
    }
    for entry in timeline?.entries ?? [] { names.insert(entry.callback) }
    return names
  }
}

extension Violation {
  /// If it is the only cause, it stays as a guess, because another recorder may have had the others.
  fileprivate mutating func refuteUnrecorded(by seen: Set<String>) {
    let missing = repair.insertions.map(\.callback)
    guard causes.contains(where: { $0.id == .notRecorded }), !missing.isEmpty,
      missing.allSatisfy(seen.contains)
    else { return }
    if causes.count > 1 {
      causes.removeAll { $0.id == .notRecorded }
    } else {
      causes[0].evidence = nil
    }
  }
}
