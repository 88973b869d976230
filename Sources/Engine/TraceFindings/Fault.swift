public import TraceModel

/// What a person would fix once: all findings of a report that have the same shape, whatever their call, subject or trace.
public struct Fault: Sendable, Equatable {
  /// Where one of the findings is listed.
  public struct Place: Sendable, Equatable {
    /// The index of the trace in the report.
    public var trace: Int
    /// The index of the finding among those that the trace lists.
    public var violation: Int

    package init(trace: Int, violation: Int) { (self.trace, self.violation) = (trace, violation) }
  }

  /// How many of the findings one trace has.
  public struct Occurrences: Sendable, Equatable {
    /// The index of the trace in the report.
    public var trace: Int
    /// How many there are, listed or not.
    public var count: Int
  }

  /// Calls that always come equally long after another one, as a timer makes them.
  public struct Rhythm: Sendable, Equatable {
    /// The short name of the call before.
    public var callback: String
    /// The seconds since then.
    public var delay: Double

    /// What calls have that each come some time after another; nil if that is not always the same call and about as long before.
    /// - Parameter spread: how much longer the longest time may be, as a share of the shortest.
    package init?(_ beats: [(callback: String, gap: Double?)], spread: Double) {
      let gaps = beats.compactMap(\.gap)
      guard gaps.count == beats.count, let least = gaps.min(), let most = gaps.max(), least >= 1,
        most <= least * (1 + spread), beats.allSatisfy({ $0.callback == beats[0].callback })
      else { return nil }
      (callback, delay) = (beats[0].callback, least)
    }

    /// How long after which call: `30 s after sceneDidBecomeActive`.
    package func inWords(_ name: (String) -> String) -> String {
      "\(duration(delay)) after \(name(callback))"
    }
  }

  /// A name that is unique in the report, made of the fingerprint of the first finding.
  public var id = ""
  /// What happened, in a few words: `sceneDidEnterBackground while active`, `4 calls twice, 1 ms apart`.
  public var title = ""
  /// What happened, in one sentence without a full stop that is true for all of the findings.
  public var message = ""
  /// How many findings there are of each severity, listed or not.
  public var counts = SeverityCounts()
  /// Whether the findings do not count against the run.
  public var isSuppressed: Bool
  /// The rules that the findings break, the most frequent first.
  public var rules: [RuleCount] = []
  /// The calls that the findings are about, by short name, with how many of them are wrong, the most frequent first.
  public var calls: [CallbackCount] = []
  /// Why it may have happened, with the evidence that is the same for all of the findings, the most likely reason first.
  public var causes: [PossibleCause] = []
  /// The findings that are listed, the most severe first, then in the order of the report. The first one stands for all.
  public var findings: [Place] = []
  /// After which call it always comes; nil where it does not always come equally long after one.
  public var rhythm: Rhythm?
  /// The traces that have it, in the order of the report.
  public var occurrences: [Occurrences] = []
  /// The first of the findings.
  public var first: Violation
  /// The trace of the first one.
  package var trace: TraceReport

  /// The worst severity of the findings.
  public var severity: Severity { first.severity }
  /// How many findings there are, listed or not.
  public var count: Int { counts.total }
  /// How many calls are wrong. One finding is about several if its repair removes the same call several times.
  package var callCount: Int { calls.reduce(0) { $0 + $1.count } }

  fileprivate mutating func count(
    _ number: Int, _ severity: Severity, of rule: String, _ callback: String, times: Int = 1
  ) {
    counts[severity] += number
    if let index = rules.firstIndex(where: { $0.rule == rule }) {
      rules[index].count += number
    } else {
      rules.append(RuleCount(rule: rule, count: number))
    }
    if let index = calls.firstIndex(where: { $0.callback == callback }) {
      calls[index].count += number * times
    } else {
      calls.append(CallbackCount(callback: callback, count: number * times))
    }
  }
}

extension Fault {
  /// The fault of which one finding is all that is known.
  package init(of violation: Violation, in trace: TraceReport) {
    var alone = trace
    (alone.violations, alone.groups) = ([violation], [])
    let report = Report(toolVersion: "", grammarName: "", grammarVersion: "", traces: [alone])
    self = report.faults[0]
    self.trace = trace
  }
}

extension Report {
  /// The finding at a place.
  public subscript(place: Fault.Place) -> Violation {
    traces[place.trace].violations[place.violation]
  }

  /// The findings that count against the run as faults, then those that do not: each time those with most errors first, then
  /// by warnings, notes and place.
  ///
  /// Findings that no trace lists are counted with those of the same fingerprint.
  /// - Complexity: O(n log n) in the number of listed findings, plus the groups of all traces.
  public var faults: [Fault] {
    var shapes = Shapes()
    var places: [(place: Fault.Place, shape: Int)] = []
    for (number, trace) in traces.enumerated() {
      for (index, violation) in trace.violations.enumerated() {
        let shape = shapes.shape(with: violation.marks(inTrace: number))
        places.append((Fault.Place(trace: number, violation: index), shape))
      }
    }
    var faults: [Fault] = []
    var positions: [Int: Int] = [:]
    var counts: [[Int: Int]] = []
    var tally = Tally()
    // The first finding stands for all, so it is one of the worst.
    for severity in Severity.allCases.reversed() {
      for (place, shape) in places where self[place].severity == severity {
        let violation = self[place]
        let index = positions[shapes.root(of: shape)] ?? faults.count
        if index == faults.count {
          positions[shapes.root(of: shape)] = index
          let isSuppressed = violation.suppression != nil
          faults.append(
            Fault(isSuppressed: isSuppressed, first: violation, trace: traces[place.trace]))
          counts.append([:])
        }
        faults[index].findings.append(place)
        let removed = violation.repair.deletions.count { $0.callback == violation.callback }
        faults[index].count(
          1, severity, of: violation.rule, violation.callback, times: max(1, removed))
        counts[index][place.trace, default: 0] += 1
        tally.list(violation, inTrace: place.trace, fault: index)
      }
    }
    for (number, trace) in traces.enumerated() {
      for group in trace.groups {
        for rest in tally.unlisted(of: group, inTrace: number) {
          let callback = group.callback ?? faults[rest.fault].first.callback
          faults[rest.fault].count(rest.count, group.severity, of: group.rule, callback)
          counts[rest.fault][number, default: 0] += rest.count
        }
      }
    }
    var names: [String: Int] = [:]
    for index in faults.indices {
      faults[index].occurrences = counts[index].sorted { $0.key < $1.key }
        .map { Fault.Occurrences(trace: $0.key, count: $0.value) }
      faults[index].describe(in: self)
      let name = String(faults[index].first.fingerprint.prefix(8))
      names[name, default: 0] += 1
      let number = names[name] ?? 1
      faults[index].id = number == 1 ? name : "\(name)-\(number)"
    }
    return faults.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.isSuppressed != other.isSuppressed { return other.isSuppressed }
      for severity in Severity.allCases.reversed()
      where one.counts[severity] != other.counts[severity] {
        return one.counts[severity] > other.counts[severity]
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// The faults whose findings count against the run.
  package var faultsInForce: [Fault] { faults.filter { !$0.isSuppressed } }
}

/// Sets of findings that share a mark, directly or by way of others.
private struct Shapes {
  private var ofMark: [[String]: Int] = [:]
  private var parents: [Int] = []

  /// The shape of a finding with these marks; shapes that share one of them become one.
  mutating func shape(with marks: [[String]]) -> Int {
    let known = Set(marks.compactMap { ofMark[$0] }.map { root(of: $0) })
    let shape = known.min() ?? parents.count
    if shape == parents.count { parents.append(shape) }
    for other in known { parents[other] = shape }
    for mark in marks { ofMark[mark] = shape }
    return shape
  }

  func root(of shape: Int) -> Int {
    var root = shape
    while parents[root] != root { root = parents[root] }
    return root
  }
}

/// Which fault the findings that no trace lists belong to.
private struct Tally {
  private struct Key: Hashable {
    var trace: Int
    var fingerprint: String
    var severity: Severity?
    var isSuppressed: Bool
  }

  private var listed: [Key: Int] = [:]
  private var faults: [Key: Int] = [:]

  mutating func list(_ violation: Violation, inTrace trace: Int, fault: Int) {
    var key = Key(
      trace: trace, fingerprint: violation.fingerprint, severity: violation.severity,
      isSuppressed: violation.suppression != nil)
    listed[key, default: 0] += 1
    // The nearest one: of the trace and severity, then of the trace, then of any trace.
    for place in [(trace, key.severity), (trace, nil), (-1, nil)] {
      (key.trace, key.severity) = place
      faults[key] = faults[key] ?? fault
    }
  }

  /// How many findings of a group are counted and not listed, with the faults that they belong to.
  func unlisted(of group: ViolationGroup, inTrace trace: Int) -> [(fault: Int, count: Int)] {
    [false, true].compactMap { isSuppressed in
      var key = Key(
        trace: trace, fingerprint: group.fingerprint, severity: group.severity,
        isSuppressed: isSuppressed)
      let all = isSuppressed ? group.suppressed : group.count - group.suppressed
      let rest = all - (listed[key] ?? 0)
      if rest <= 0 { return nil }
      for place in [(trace, key.severity), (trace, nil), (-1, nil)] {
        (key.trace, key.severity) = place
        if let fault = faults[key] { return (fault, rest) }
      }
      return nil
    }
  }
}

extension Violation {
  /// What findings of one fault have in common: those that share one of these have the same shape.
  fileprivate func marks(inTrace trace: Int) -> [[String]] {
    let state = suppression == nil ? "counts" : "suppressed"
    // Who made calls is to be changed once, and others who make the same ones have to be changed as well.
    if let likely = likelyCause, likely.isProven, let caller {
      return [
        [state, rule, callback, likely.id.rawValue, caller],
        [state, "\(trace)", likely.id.rawValue, caller],
      ]
    }
    if isDoubled, kind != .action {
      let caller = caller ?? ""
      return [
        [state, "twice", kind.name, "\(trace)", caller, quirk ?? ""],
        [state, "twice", fingerprint, caller],
      ]
    }
    let mechanism = likelyCause?.id.rawValue ?? ""
    var marks = [[state, rule, callback, quirk ?? "", mechanism]]
    guard let likely = likelyCause else { return marks }
    if likely.id.isInRecording || likely.id == .notRecorded {
      // What is wrong with a recorder is wrong in all of its recordings.
      marks.append([state, mechanism, likely.text])
      if likely.id == .identityShared { marks.append([state, "\(trace)", mechanism, subject]) }
    } else {
      marks.append([state, "\(trace)", mechanism, likely.text])
      // Other calls of the app or a library may have other reasons; what an object or a thread does is the same for all.
      if likely.id != .calledByApp, likely.id != .other {
        marks.append([state, "\(trace)", mechanism, rule])
      }
    }
    return marks
  }
}
