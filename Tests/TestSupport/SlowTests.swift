import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Marks tests that generate many random traces or read long ones, run the built program, or need a browser.
  /// `make test-fast` leaves them out, `make test` runs them.
  public static var slow: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["CALLORDER_TESTS"] == "fast",
      "slow: `make test` runs it")
  }
}
