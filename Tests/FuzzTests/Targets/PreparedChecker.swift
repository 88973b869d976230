import CallOrderCore
import TraceChecking
import TraceFindings
import TraceGrammar

@testable import CallOrderKit

/// Checks traces by UIKit's grammar, which is prepared only once, because that takes longer than most traces.
struct PreparedChecker: Sendable {
  static let uiScene = ShippedGrammar.uiScene.grammar()
  private static let plan = Plan(uiScene)
  /// One for each grammar that ships.
  static let ofShippedGrammars = ShippedGrammar.all.map { grammar in
    PreparedChecker(grammar == .uiScene ? plan : Plan(grammar.grammar()))
  }

  private let checker: TraceChecker

  init(
    _ plan: Plan = plan,
    _ change: (inout CheckOptions, inout ReadingOptions) -> Void = { _, _ in }
  ) {
    var (options, reading) = (CheckOptions(), ReadingOptions())
    change(&options, &reading)
    checker = TraceChecker(plan, options, reading)
  }

  /// The report of `checkTraces`, except for the texts of rules.
  func report(of input: TraceInput) -> Report {
    var report = Report(
      toolVersion: "1", grammarName: Self.uiScene.name, grammarVersion: Self.uiScene.version)
    switch checker.check(OpenedTrace(input)) {
    case .success(let checked): report.traces = [checked.report]
    case .failure(let failed): report.failures = [failed.failure]
    }
    return report
  }
}
