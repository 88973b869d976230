import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceModel

/// What a recorder writes of a life.
enum Shape: String, CaseIterable {
  case calls, notifications, both, withoutTimes, withoutSessions, withoutProcesses, withDelegates
  case withCallers
  case unstated

  /// Whether the mechanism can be seen in it: nobody calls notifications, and nobody records their threads.
  func shows(_ mechanism: CauseID) -> Bool {
    let calls: [CauseID] = [.forwarded, .calledByApp, .notRecorded, .staleObject, .wrongThread]
    return self != .notifications || !calls.contains(mechanism)
  }

  func trace(of life: [LivedCall], _ mechanism: CauseID) -> String {
    var header = [#""format":"callorder.trace/1""#]
    if self != .unstated { header.append(#""records":\#(records(for: mechanism))"#) }
    if mechanism == .recordingStartsLate, self != .unstated { header.append(#""complete":true"#) }
    var lines = ["{\(header.joined(separator: ","))}"]
    for call in life {
      var members: [String] = []
      if let session = call.session, self != .withoutSessions {
        members.append(#""session":"\#(session)""#)
        if self == .withDelegates { members.append(#""delegate":"App.SceneDelegate""#) }
      }
      if self != .withoutProcesses, mechanism != .runsNotToldApart {
        members.append(#""process":1"#)
      }
      if self == .withCallers { members.append(#""caller":"\#(call.caller)""#) }
      if let thread = call.thread { members.append(#""thread":"\#(thread)""#) }
      if self != .withoutTimes { members.append(#""time":\#(call.time)"#) }
      let rest = members.map { "," + $0 }.joined()
      if self != .notifications, let name = LivedCall.swift[call.name] {
        lines.append(#"{"callback":"\#(name)"\#(rest)}"#)
      }
      if self == .notifications || self == .both, let name = LivedCall.notifications[call.name] {
        lines.append(#"{"callback":"\#(name)","kind":"notification"\#(rest)}"#)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func records(for mechanism: CauseID) -> String {
    if mechanism == .notRecorded || self == .both { return #""all""# }
    let names = self == .notifications ? LivedCall.notifications : LivedCall.swift
    return "[" + names.values.sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}

/// How often the mechanism that made a fault is the first cause of its findings, and one of the first two.
@Suite("Mechanisms") struct MechanismTests {
  /// Several lost events may look exactly like a call of the app's own, and two exchanged lines without times like calls
  /// that came twice, so not every finding can be right.
  @Test("the mechanism that made a fault leads its findings")
  func mechanisms() {
    var findings = 0
    var first = 0
    var second = 0
    var proven = 0
    var wrong: [String: Int] = [:]
    for mechanism in CauseID.generated {
      var found = 0
      for shape in Shape.allCases where shape.shows(mechanism) {
        var random = SeededGenerator(seed: 39)
        var inputs: [TraceInput] = []
        while inputs.count < 10 {
          let hasTwo =
            mechanism == .identityShared || shape != .withoutSessions && Bool.random(using: &random)
          let life = LivedCall.life(&random, windows: hasTwo ? ["A", "B"] : ["A"])
          let showsLaunch = ![.withoutProcesses, .withoutTimes].contains(shape)
          guard let faulty = mechanism.fault(in: life, &random, showsLaunch: showsLaunch) else {
            continue
          }
          let text = shape.trace(of: faulty, mechanism)
          inputs.append(.bytes(Array(text.utf8), name: "\(shape.rawValue)-\(inputs.count)"))
        }
        for violation in checkTraces(inputs).traces.flatMap(\.violations)
        where violation.severity > .note {
          let ids = violation.causes.map(\.id)
          if shape == .withCallers, Self.withOwnCalls.contains(mechanism) {
            proven += 1
            #expect(
              ids == [mechanism] && violation.causes[0].isProven,
              "\(mechanism): \(violation.rule), \(ids)")
          }
          found += 1
          if ids.first == mechanism { first += 1 }
          if ids.prefix(2).contains(mechanism) { second += 1 }
          if ids.first != mechanism {
            wrong["\(mechanism) in \(shape): \(violation.rule), \(ids)", default: 0] += 1
          }
        }
      }
      #expect(found > 10, "\(mechanism)")
      findings += found
    }
    #expect(proven > 30)
    print(
      "mechanisms: \(proven) proven, first in \(first), among two in \(second) of \(findings) findings"
    )
    let list = wrong.sorted { $0.value > $1.value }.prefix(12).map { "\($0.value) × \($0.key)" }
    #expect(
      first * 100 >= findings * 95, "\(first) of \(findings)\n\(list.joined(separator: "\n"))")
    #expect(
      second * 100 >= findings * 98, "\(second) of \(findings)\n\(list.joined(separator: "\n"))")
  }

  /// What makes calls that the recording attributes to the app or a library.
  private static let withOwnCalls: [CauseID] = [.forwarded, .calledByApp, .staleObject]

  /// What a cause says about the call that is wrong.
  private func agrees(_ violation: Violation) -> Bool {
    guard let cause = violation.likelyCause, violation.repair.cost > 0 else { return true }
    switch cause.id {
    case .forwarded, .recordedTwice, .calledByApp, .staleObject:
      return violation.repair.deletions.contains { $0.callback == violation.callback }
    case .notCalled, .notRecorded, .recordingStartsLate, .recordingCut:
      return !violation.repair.insertions.isEmpty
    default: return true
    }
  }

  @Test("the first cause and the repair say the same, in all samples and field recordings")
  func agreement() {
    var all = CorpusTests.reports.values.flatMap(\.violations)
    for recording in FieldRecording.all {
      let text = recording.lines.joined(separator: "\n")
      let inputs = [TraceInput.bytes(Array(text.utf8), name: recording.name)]
      all += checkTraces(inputs).traces.flatMap(\.violations)
    }
    #expect(all.count >= 100)
    for violation in all where !agrees(violation) {
      Issue.record(
        "\(violation.rule): \(violation.causes[0].id), \(violation.repair) \(violation.message)")
    }
  }

  @Test("every sample states its cause, and that leads its finding")
  func samples() throws {
    var right = 0
    var wrong: [String] = []
    for expected in Expectation.all where expected.path.hasPrefix("traces/violating/") {
      let trace = try #require(CorpusTests.reports[expected.path])
      let stated = try #require(trace.metadata.first { $0.name == "cause" }?.value, "\(expected)")
      let cause = try #require(CauseID(rawValue: stated), "\(expected)")
      for violation in trace.violations {
        if violation.causes.first?.id == cause {
          right += 1
        } else {
          wrong.append("\(expected.path): \(violation.causes.map(\.id))")
        }
      }
    }
    #expect(right > 60)
    #expect(wrong.count * 20 <= right, "\(wrong)")
  }
}
