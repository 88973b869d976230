import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

/// A note appears if something is too much to be judged, and only then.
@Suite("A limit of what is checked") struct LimitNoteTests {
  private static let text = """
    grammar Screens "1.0" {}
    subject app { member "app" begins with launch }
    subject screen within app { member "screen" }
    callback launch about app {}
    callback leave about app {}
    callback show about screen {}
    callback hide about screen {}
    callback turn about app {}
    case leaveShown of leave while some screen in front
    lifecycle screen about screen {
      state away "The screen is away"
      state front "The screen is in front"
      start away
      away  -> show front
      front -> hide away
      stay in away, front on turn
      stay in away on hide
      when app begins: front becomes away
    }
    rule left-shown error about app { on leaveShown title "t" message "m" }
    """

  private func notes(_ change: (inout MemoryLimits) -> Void) throws -> [TraceReport.Note] {
    try report(change).notes
  }

  private func report(_ change: (inout MemoryLimits) -> Void) throws -> TraceReport {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.text.utf8))
    var options = CheckOptions()
    change(&options.limits)
    let compiled = CompiledGrammar(try #require(grammar, "\(diagnostics)"))
    let calls =
      ["launch", "show a", "hide a", "show b", "hide b"] + ["turn", "turn"]
      + ["leave", "leave", "leave"]
    let lines = calls.map { call in
      let words = call.split(separator: " ")
      let screen = words.count > 1 ? ",\"screen\":\"\(words[1])\"" : ""
      return "{\"callback\":\"\(words[0])\",\"app\":\"1\"\(screen)}"
    }
    return try TraceCheck(compiled, options: options).report(of: lines.joined(separator: "\n"))
  }

  @Test("is noted if it is reached")
  func notes() throws {
    #expect(try notes { _ in }.isEmpty)
    let examined = try notes { $0.examinedOthers = 2 }
    #expect(examined.map(\.id) == ["limit-reached"])
    #expect(examined.first?.message.hasPrefix("more than 2 states of other subjects") == true)
    let steps = try notes { $0.stepsOfOthers = 1 }
    #expect(steps.map(\.id) == ["limit-reached"])
    #expect(steps.first?.message.contains("concerned more than 1 of them") == true)
    #expect((examined + steps).allSatisfy { $0.event != nil && $0.line == $0.event })
  }

  @Test("makes the verdict inconclusive, for the reason that the note gives")
  func verdict() throws {
    let conforming = try report { _ in }
    #expect(conforming.verdict == .conforming && conforming.reason == nil)
    for change in [{ $0.examinedOthers = 2 }, { $0.stepsOfOthers = 1 }]
      as [(inout MemoryLimits) -> Void]
    {
      let report = try report(change)
      #expect(report.verdict == .inconclusive)
      #expect(report.reason == report.notes.first?.message)
    }
  }
}
