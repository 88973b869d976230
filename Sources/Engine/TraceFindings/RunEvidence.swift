internal import TraceModel

/// What other traces of the same app say about causes: those of a run, or the same trace on the other side of a comparison.
extension TraceReport {
  /// The app that the trace is from, as far as that is known: its name in the metadata, otherwise the trace's folder.
  package var app: String? {
    if let app = metadata.first(where: { $0.name == "app" }) { return "app \(app.value)" }
    return path.lastIndex(of: "/").map { "folder \(path[..<$0])" }
  }

  /// The callbacks that are seen in the trace, as far as the report tells.
  package var callbacksSeen: Set<String> {
    var names: Set<String> = []
    if let observed, observed.source == .trace {
      names.formUnion(observed.calls + observed.notifications)
    }
    for entry in timeline?.entries ?? [] { names.insert(entry.callback) }
    return names
  }

  /// Takes back that a missing callback is not recorded, where other traces of the app have it.
  /// - Parameters:
  ///   - seen: the callbacks that are seen in any of them.
  ///   - occurring: those that occur in this one, besides those that the report tells of.
  package mutating func refuteUnrecorded(by seen: Set<String>, occurring: [String] = []) {
    if violations.isEmpty { return }
    // Where the trace itself has it, another recorder of the app may lack it.
    let seen = seen.subtracting(callbacksSeen).subtracting(occurring)
    for index in violations.indices { violations[index].refuteUnrecorded(by: seen) }
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
