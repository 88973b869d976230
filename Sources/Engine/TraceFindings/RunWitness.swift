internal import TraceModel

/// What the passing traces of a run show about a call: which call of the same subject came right before it.
public struct Witness: Sendable, Equatable {
  /// The short name of the call that came before it most often.
  public var callback: String
  /// How often that one came before it.
  public var count: Int
  /// How often the call came in passing traces.
  public var calls: Int
  /// The median of the seconds between the two; nil where no times are recorded.
  public var typicalDelay: Double?

  /// Makes a witness.
  public init(callback: String, count: Int, calls: Int, typicalDelay: Double? = nil) {
    (self.callback, self.count, self.calls) = (callback, count, calls)
    self.typicalDelay = typicalDelay
  }

  /// One sentence without a full stop.
  /// - Parameter name: how a callback is written.
  package func inWords(_ name: (String) -> String = { $0 }) -> String {
    let typical = typicalDelay.map { ", typically \(duration($0)) earlier" } ?? ""
    return
      "in \(grouped(count)) of \(grouped(calls)) other calls \(name(callback)) came right before\(typical)"
  }
}

/// Counts which call comes right before which in the passing traces of a run.
private struct RunWitness {
  private struct Pair {
    var count = 0
    var delays: [Double] = []

    /// In place: with a copy, all delays would be copied each time.
    mutating func add(_ delay: Double?) {
      count += 1
      if let delay, delay >= 0, delays.count < RunWitness.delayLimit { delays.append(delay) }
    }
  }

  /// How many delays are kept for a median.
  private static let delayLimit = 1_000
  /// How many calls are too few to say what is usual.
  private static let least = 3

  private var pairs: [String: [String: Pair]] = [:]

  init(_ traces: [TraceReport]) {
    for trace in traces where trace.verdict == .conforming {
      guard let timeline = trace.timeline else { continue }
      var last = [(callback: String, time: Double?)?](repeating: nil, count: timeline.lanes.count)
      for entry in timeline.entries where entry.kind == .delegate {
        // A call about several subjects follows no single call.
        guard let lane = entry.lanes.last, entry.lanes.count < 3 else { continue }
        defer { last[lane] = (entry.callback, entry.time) }
        guard let before = last[lane] else { continue }
        let delay = entry.time.flatMap { time in before.time.map { time - $0 } }
        pairs[entry.callback, default: [:]][before.callback, default: Pair()].add(delay)
      }
    }
  }

  var isEmpty: Bool { pairs.isEmpty }

  /// What usually comes before the call of a violation; nil where that came, where the call came once too often, or where
  /// too little is known.
  func witness(of violation: Violation) -> Witness? {
    guard violation.kind == .delegate, violation.subjectKind == nil,
      ![.tooLate, .repeated, .afterTheEnd].contains(violation.cause),
      let known = pairs[violation.callback],
      let most = known.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return nil }
    let calls = known.values.reduce(0) { $0 + $1.count }
    let place = violation.steps.lastIndex(where: \.offending)
    let before = place.flatMap { violation.steps[..<$0].last { $0.event != nil } }
    guard calls >= Self.least, most.value.count * 2 > calls, before?.callback != most.key else {
      return nil
    }
    let delays = most.value.delays.sorted()
    return Witness(
      callback: most.key, count: most.value.count, calls: calls,
      typicalDelay: delays.isEmpty ? nil : Self.roundedToMicroseconds(delays[delays.count / 2]))
  }

  /// Without the last digits of a difference, which a saved report does not keep.
  private static func roundedToMicroseconds(_ seconds: Double) -> Double {
    (seconds * 1_000_000).rounded() / 1_000_000
  }
}

extension Report {
  /// Adds to each listed violation what the passing traces of the run show, as far as their events are listed.
  /// - Complexity: O(listed events + listed violations).
  package mutating func addWitnesses() {
    guard traces.contains(where: { !$0.violations.isEmpty }) else { return }
    let witness = RunWitness(traces)
    if witness.isEmpty { return }
    for trace in traces.indices where !traces[trace].violations.isEmpty {
      for index in traces[trace].violations.indices {
        let found = witness.witness(of: traces[trace].violations[index])
        traces[trace].violations[index].witness = found
      }
    }
  }
}
