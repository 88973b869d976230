import Foundation
public import Testing

/// How much is tested: `CALLORDER_TESTS` is `fast` after an edit, absent in the gate, and `all` in the nightly job.
public enum Effort: String, Comparable, Sendable {
  case fast, gate, all

  /// That of this run.
  public static let current =
    ProcessInfo.processInfo.environment["CALLORDER_TESTS"].flatMap(Effort.init) ?? .gate

  public static func < (left: Effort, right: Effort) -> Bool { left.rank < right.rank }

  private var rank: Int { [.fast: 0, .gate: 1, .all: 2][self] ?? 0 }

  /// The seeds of a test: a quarter of them in the gate. In the nightly job all of them, or `CALLORDER_FUZZ` times as many,
  /// and others than the night before: `CALLORDER_FUZZ_SEED` is added to each. A failure has to name its seed.
  public static func seeds(_ count: UInt64, from first: UInt64 = 0) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    func number(_ name: String) -> UInt64? { environment[name].flatMap { UInt64($0) } }
    let factor = number("CALLORDER_FUZZ")
    let tried = factor.map { count * $0 } ?? (current == .all ? count : max(1, count / 4))
    let start = first + (number("CALLORDER_FUZZ_SEED") ?? 0)
    return start..<(start + tried)
  }
}

extension Trait where Self == ConditionTrait {
  /// Marks tests that try many random seeds.
  public static var seeds: Self { from(.gate) }

  /// Marks tests that start a program: the one that was built, a compiler, or that of somebody else.
  public static var process: Self { from(.gate) }

  /// Marks tests that need a browser. In the gate, each page is looked at in one width and theme.
  public static var browser: Self { from(.gate) }

  /// Marks tests with inputs so large that they need minutes.
  public static var growth: Self { from(.all) }

  private static func from(_ effort: Effort) -> Self {
    .enabled(
      if: Effort.current >= effort,
      effort == .all ? "runs in '.ci/fuzz'" : "runs in 'make test'")
  }
}
