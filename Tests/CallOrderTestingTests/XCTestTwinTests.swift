import CallOrderXCTest
import TestSupport
import Testing
import XCTest

@Suite("Expectations in XCTest", .serialized) struct XCTestTwinTests {
  /// The number of failures of a test case with this body.
  @MainActor private func failures(_ body: @escaping () -> Void) -> Int {
    let test = XCTestCase(name: "twin", testClosure: { _ in body() })
    test.run()
    return test.testRun?.failureCount ?? -1
  }

  @Test("a conforming scenario does not fail") @MainActor
  func conforming() { #expect(failures { XCTAssertConforming(Scenarios.conforming) } == 0) }

  @Test("each violation is a separate failure") @MainActor
  func violations() {
    #expect(failures { XCTAssertConforming(Scenarios.brokenTwice) } == 2)
    #expect(failures { XCTAssertConforming(Scenarios.empty) } == 1)
    #expect(failures { XCTAssertConforming(Scenarios.misspelt) } == 1)
  }

  @Test("an expected violation has to occur") @MainActor
  func expected() {
    #expect(
      failures { XCTAssertViolation("activate-while-active", in: Scenarios.activeTwice) } == 0)
    #expect(failures { XCTAssertViolation("slow-launch", in: Scenarios.activeTwice) } == 1)
  }

  @Test("a golden file is written once, then compared with") @MainActor
  func golden() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("golden.txt")
    #expect(failures { XCTAssertSame(Scenarios.conforming, as: path) } == 1)
    #expect(failures { XCTAssertSame(Scenarios.conforming, as: path) } == 0)
    #expect(failures { XCTAssertSame(Scenarios.activeTwice, as: path) } == 1)
  }
}
