import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("A segment that would never end")
struct LongSegmentTests {
  private static func active(_ count: Int) -> String {
    String(
      repeating: #"{"callback":"didBecomeActive","session":"a","process":1}"# + "\n", count: count)
  }

  @Test("is explained with as many edits as it needs")
  func isCut() throws {
    let report = try TraceCheck(TraceCheck.uiScene).report(of: Self.active(140_000))
    #expect(report.repairCost == 139_999)
  }

  @Test("leaves what follows legal")
  func goesOn() throws {
    let rest = ["willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive"]
      .map { #"{"callback":"\#($0)","session":"a","process":1}"# }
    // Wherever the last part began.
    for count in stride(from: 65_524, to: 65_550, by: 3) {
      let report = try TraceCheck(TraceCheck.uiScene)
        .report(of: Self.active(count) + rest.joined(separator: "\n"))
      #expect(report.repairCost == count - 1)
    }
  }

  @Test("of an ordinary length forgets no history")
  func fault() throws {
    let line = { (name: String) in #"{"callback":"\#(name)","session":"a","process":1}"# + "\n" }
    let life = ["willConnect", "willEnterForeground", "didBecomeActive", "didEnterBackground"]
      .map(line).joined()
    let rules = try [1_020, 1_026].map { count in
      try TraceCheck(TraceCheck.uiScene)
        .report(of: String(repeating: line("didDiscard"), count: count) + life).violations
        .map(\.rule)
    }
    #expect(rules[0] == rules[1])
  }

  /// A lamp that is one of two, which only the calls `y` and `z` tell apart.
  private static let lamps = """
    grammar Lamps "1.0" {}
    subject lamp { member "lamp" }
    callback x about lamp {}
    callback y about lamp {}
    callback z about lamp {}
    callback swap about lamp {}
    callback dim about lamp {}
    lifecycle lamp about lamp {
      dark -> x bright | y dark | dim dark | swap gloomy
      bright -> x dark | y bright
      gloomy -> x glaring | z gloomy | dim gloomy
      glaring -> x gloomy | z glaring
      start dark
    }
    rule unexpected error { anything else title "t" message "m" }
    """

  @Test("is no reason to rule out a legal history", arguments: ["y", "z"])
  func legal(last: String) throws {
    let (parsed, diagnostics) = Grammar.parse(Array(Self.lamps.utf8))
    let check = TraceCheck(try #require(parsed, "\(diagnostics.map(\.message))"))
    let line = { (name: String) in #"{"callback":"\#(name)","lamp":"a"}"# + "\n" }
    // It is dark or gloomy now, and each call changes that.
    let both = line("dim") + String(repeating: line("x"), count: 140_000)
    #expect(try check.report(of: both + line(last)).counts.total == 0)
    // The two together contradict each other.
    #expect(try check.report(of: both + line("y") + both + line("z")).counts.total == 1)
  }
}
