import Testing
import TraceGrammar
import TraceModel
import TraceReading

@testable import TraceChecking

/// Four times as many events take about four times the work, which is counted and not measured.
@Suite("Work grows with the events") struct GrowthOfEffortTests {
  /// Traces that can be large in one way.
  enum Shape: CaseIterable {
    case runs, runsWithoutLaunches, runsOfOneSession, sessions, discarded, payloads, unannounced
    case openCalls, endsAlone, wrongCalls, scopes, advices
    case terminated, checkpoints, lossesBeforeQuestions, quirks, neverEnding, updates

    func lines(_ count: Int) -> [String] {
      var recorder = Lines()
      let life = Lines.life
      switch self {
      case .runs, .runsWithoutLaunches, .runsOfOneSession:
        for run in 0..<count {
          if self != .runsWithoutLaunches { recorder.add("didFinishLaunching", process: run) }
          let session = self == .runsOfOneSession ? "S" : "S\(run)"
          for call in life { recorder.add(call, session, process: run) }
          recorder.add("willTerminate", process: run)
        }
      case .sessions:
        recorder.launch()
        for session in 0..<count { for call in life { recorder.add(call, "S\(session)") } }
      case .discarded:
        recorder.launch()
        for session in 0..<count {
          for call in life + ["didDisconnect"] { recorder.add(call, "S\(session)") }
        }
        for session in 0..<count {
          recorder.add("didDiscard", more: #","sessions":["S\#(session)"]"#)
        }
      case .payloads, .unannounced:
        recorder.launch("A")
        for number in 0..<count {
          let type = #","type":"t\#(number)""#
          if self == .payloads { recorder.add("willContinue", "A", more: type) }
          recorder.add("continue", "A", more: type)
        }
      case .openCalls, .endsAlone:
        recorder.launch("A")
        let phase = #","phase":"\#(self == .openCalls ? "begin" : "end")""#
        for _ in 0..<count {
          recorder.add("willResignActive", "A", more: phase)
          recorder.add("didBecomeActive", "A", more: phase)
        }
      case .wrongCalls:
        recorder.launch("A")
        for number in 0..<count {
          recorder.add(["didBecomeActive", "didEnterBackground"][number % 2], "A")
        }
      case .advices:
        recorder.launch("A")
        for _ in 0..<count { recorder.add("restoreInteractionState", "A") }
      case .terminated, .checkpoints:
        recorder.launch()
        for session in 0..<count { recorder.add("willConnect", "S\(session)") }
        for _ in 0..<count {
          if self == .terminated {
            recorder.add("willTerminate")
          } else {
            recorder.add("saveState", "S0", more: #","kind":"action""#)
            recorder.add("checkpoint", more: #","kind":"action""#)
          }
        }
      case .quirks:
        // Each asks what another lifecycle of the session says.
        recorder.launch("A")
        for _ in 0..<count {
          for call in ["didDiscard", "willConnect"] { recorder.add(call, "A") }
        }
      case .neverEnding:
        recorder.launch()
        // Only the last 64 are looked at.
        for session in 0..<(count + 64) {
          recorder.add("willConnect", "S\(session)", more: #","phase":"begin""#)
        }
        for _ in 0..<count { recorder.add("createWindow", "A", more: #","kind":"action""#) }
      case .updates:
        recorder.launch()
        for session in 0..<count {
          for call in Lines.life.prefix(session % 2 == 0 ? 3 : 5) {
            recorder.add(call, "S\(session)")
          }
        }
        for number in 0..<count {
          recorder.add("post", more: #","kind":"action","update":"U\#(number)""#)
        }
        recorder.add("showUpdate", "S0", more: #","kind":"action","update":"U0""#)
        recorder.add("checkpoint", more: #","kind":"action""#)
      case .lossesBeforeQuestions:
        recorder.launch()
        for session in 0..<count { recorder.add("willConnect", "S\(session)") }
        for _ in 0..<count {
          recorder.all.append(#"{"lost":1}"#)
          for call in Lines.life.suffix(4) { recorder.add(call, "S0") }
        }
      case .scopes:
        recorder.launch()
        for session in 0..<count {
          for (number, call) in life.enumerated() where number != session % 5 {
            recorder.add(call, "S\(session)", more: #","delegate":"D\#(session % 11)""#)
          }
          recorder.add("didBecomeActive", "S\(session)", more: #","delegate":"D\#(session % 11)""#)
        }
      }
      return recorder.all
    }
  }

  private struct Lines {
    static let life = [
      "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
      "didEnterBackground",
    ]
    /// Longer than every time limit of a shipped grammar: what a few events show to be late, many events show as well.
    static let secondsApart = 100
    var all: [String] = []

    mutating func add(
      _ callback: String, _ session: String? = nil, process: Int = 0, more: String = ""
    ) {
      let own = session.map { #","session":"\#($0)""# } ?? ""
      let time = all.count * Self.secondsApart
      all.append(
        #"{"callback":"\#(callback)","process":\#(process),"time":\#(time)\#(own)\#(more)}"#)
    }

    /// A launch, and a scene that becomes active.
    mutating func launch(_ session: String? = nil) {
      add("didFinishLaunching")
      if let session { for call in Self.life.prefix(3) { add(call, session) } }
    }
  }

  private func effort(_ shape: Shape, _ count: Int, _ judge: TraceJudge) throws -> Int {
    let text = shape.lines(count).joined(separator: "\n")
    let trace = try StoredTrace(MemorySource(Array(text.utf8)), members: judge.plan.members)
    return judge.effort(trace.store, Statements())
  }

  @Test("in every shape, by every shipped grammar", arguments: ShippedGrammar.all.map(\.name))
  func isLinear(name: String) throws {
    let judge = TraceJudge(Plan(try #require(ShippedGrammar.named(name)).grammar()))
    for shape in Shape.allCases {
      let (small, large) = (try effort(shape, 60, judge), try effort(shape, 240, judge))
      #expect(large <= small * 5 + 500, "\(name), \(shape): \(small), then \(large)")
    }
  }
}
