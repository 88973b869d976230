import TestSupport
import Testing

/// The program grew for months although every week something was removed. So the size of each target may only fall.
@Suite("Lines of each target") struct LineRatchetTests {
  /// The most lines of Swift that a target may have, and about as many as it has. Lower a row when its target gets smaller. A
  /// commit that needs more raises the row, says why beside it, and lowers another row by more.
  static let rows: [String: Int] = [
    // Who called a method is recorded, in CallOrderRecorder and in AppSystem, and told everywhere. A live check makes its tables
    // on a thread. What was unsafe in CallOrderRecorderCore is gone.
    "App/CallOrderCore": 362,
    "App/CallOrderEvents": 217,
    "App/CallOrderExpectations": 606,
    "App/CallOrderLiveCheck": 140,
    "App/CallOrderRecorder": 1_665,
    "App/CallOrderRecorderCore": 685,
    "App/CallOrderTesting": 182,
    "App/CallOrderXCTest": 158,
    // The causes of the old CallOrderCore, whose row fell by more. The line of the call that is wrong.
    "Engine/TraceCauses": 1_122,
    // Less certain events excuse less, repetitions are found at any distance, and values decide cases on the short way. The
    // delegate that lacks a call is named, notifications alone tell the app's phase, and one window has one identity.
    "Engine/TraceChecking": 9_760,
    // How many events were judged is counted for every format; the rows of the reports fall by more with it.
    // Which faults one change repairs, and when the findings of a long trace came. The row of TraceReporting falls with it.
    "Engine/TraceFindings": 2_830,
    "Engine/TraceGrammar": 5_150,
    "Engine/TraceModel": 1_648,
    "Reading/AppSystem": 800,
    "Reading/SystemC": 8,
    "Reading/TraceJSON": 528,
    // Actions in logs, by their names and beside callbacks.
    "Reading/TraceReading": 6_270,
    "Reading/TraceSystem": 837,
    "Reports/CProgramFiles": 239,
    // Styles are stripped like scripts when they are embedded. The row of TraceReporting fell by more.
    // One list of changes, and when the faults of a long trace came.
    "Reports/TracePages": 3_400,
    "Reports/TraceReporting": 5_985,
    "Tool/CallOrderCommand": 6_267,
    "Tool/CallOrderKit": 1_529,
    "Tool/callorder": 21,
    "Tool/callorder-bench": 251,
  ]

  /// How far a row may lie above its target before it has to be lowered.
  static let slack = 300

  @Test("no target has more lines than its row, and no row is far above its target")
  func ratchet() {
    var lines: [String: Int] = [:]
    for file in SourceFile.all(in: "Sources") {
      let target = file.path.split(separator: "/").dropFirst().prefix(2).joined(separator: "/")
      // Nothing follows the last line end.
      lines[target, default: 0] += file.lines.count - 1
    }
    for (target, count) in lines.sorted(by: { $0.key < $1.key }) {
      let row = Self.rows[target] ?? 0
      #expect(count <= row, "\(target) has \(count) lines, and its row allows \(row)")
      #expect(row - count <= Self.slack, "\(target) has \(count) lines; lower its row from \(row)")
    }
    #expect(Set(Self.rows.keys).subtracting(lines.keys) == [], "rows without a target")
    print("Sources have \(lines.values.reduce(0, +)) lines of Swift")
  }
}
