import CallOrderXCTest
import TestSupport
import Testing
import XCTest

@Suite("Expectations in XCTest", .serialized) struct XCTestTwinTests {
  /// The number of failures of a test case with this body.
  @MainActor private func failures(_ body: @escaping () -> Void) -> Int {
    failures(running: XCTestCase(name: "twin", testClosure: { _ in body() }))
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

  @Test("what a closure records has to conform, and there has to be something") @MainActor
  func recorded() {
    let connects = ["scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)"]
    #expect(
      failures(while: {
        await XCTAssertLifecycle { Self.play(connects + ["sceneDidBecomeActive(_:)"]) }
      }) == 0)
    #expect(failures(while: { await XCTAssertLifecycle {} }) == 1)
    #expect(
      failures(while: { await XCTAssertLifecycle { Self.play(["sceneDidBecomActive(_:)"]) } }) == 1
    )
    #expect(
      failures(while: {
        await XCTAssertLifecycle {
          Self.play(connects)
          await Task.detached { Self.play(["sceneDidBecomeActive(_:)"]) }.value
        }
      }) == 1)
    #expect(
      failures(while: {
        await XCTAssertLifecycle(expecting: "connect-while-connected") {
          Self.play(connects + [connects[0]])
        }
      }) == 0)
  }

  private static func play(_ calls: [String]) {
    for call in calls {
      var event = RecordedEvent(call)
      event.session = "A"
      CallOrder.record(event)
    }
  }

  /// The number of failures of a test case with this body, which runs while the main thread waits for it.
  @MainActor private func failures(while body: @escaping @Sendable () async -> Void) -> Int {
    failures(
      running: XCTestCase(name: "twin") { try asyncTest { (_: XCTestCase) in body }($0)() })
  }

  @MainActor private func failures(running test: XCTestCase) -> Int {
    test.run()
    return test.testRun?.failureCount ?? -1
  }
}
