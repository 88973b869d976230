import CallOrderTesting
import TestSupport
import Testing

@Suite("Golden recordings") struct GoldenTests {
  private func texts(_ body: () -> Void) -> [String] { capturedIssues(body).map(\.text) }

  @Test("later recordings are the same as the golden one, whatever their identities and times")
  func same() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Golden/golden.txt")
    let first = texts { expectSame(Scenarios.conforming, as: path) }
    #expect(first == ["\(path): recorded; run the test again to compare with it"])
    expectSame(Scenarios.conforming, as: path)
    let other = RecordedScenario {
      InProcess("77") {
        Call("application:willFinishLaunchingWithOptions:", time: 10)
        Call("application:didFinishLaunchingWithOptions:", time: 11)
        InSession("Z", scene: "0x9") {
          Call("application:configurationForConnectingSceneSession:options:")
          Call("scene:willConnectToSession:options:")
          Call("sceneWillEnterForeground:")
          Call("sceneDidBecomeActive:")
          Call("sceneWillResignActive:")
          Call("sceneDidEnterBackground:")
        }
      }
    }
    expectSame(other, as: path)
  }

  @Test("callers are compared if the test asks for it")
  func callers() throws {
    func scenario(_ caller: String) -> RecordedScenario {
      RecordedScenario {
        InSession("A") {
          Call("sceneWillEnterForeground(_:)")
          Call("sceneDidBecomeActive(_:)", members: ["caller": caller])
          Call("sceneWillResignActive(_:)")
        }
      }
    }
    let folder = try TemporaryFolder()
    _ = texts { expectSame(scenario("UIKitCore"), as: folder.path("calls.txt")) }
    expectSame(scenario("Timer.fire()"), as: folder.path("calls.txt"))
    let path = folder.path("callers.txt")
    _ = texts { expectSame(scenario("UIKitCore"), as: path, callers: true) }
    #expect(
      folder.text("callers.txt")
        == """
        willEnterForeground of session 1
        didBecomeActive of session 1 by UIKitCore
        willResignActive of session 1

        """)
    let found = texts { expectSame(scenario("Timer.fire()"), as: path, callers: true) }
    #expect(found.first?.contains("+ didBecomeActive of session 1 by Timer.fire() is new") == true)
  }

  @Test("differences are reported call by call")
  func different() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("golden.txt")
    _ = texts { expectSame(Scenarios.conforming, as: path) }
    let found = texts { expectSame(Scenarios.activeTwice, as: path) }
    #expect(
      found == [
        """
        scenario.jsonl is not the same as \(path):
          - didEnterBackground of session 1 is missing (line 8 of the golden file)
          - willResignActive of session 1 is missing (line 7 of the golden file)
          + didBecomeActive of session 1 is new (event 7)
          If this is intended, run the test with CALLORDER_RECORD=1.
        """
      ])
  }

  @Test("a golden file that cannot be read or written is reported")
  func broken() throws {
    let folder = try TemporaryFolder()
    let found = texts { expectSame(Scenarios.conforming, as: folder.path) }
    #expect(found.first?.hasPrefix("\(folder.path): ") == true)
    let none = texts { expectSame(Scenarios.conforming, as: "/proc/none/golden.txt") }
    #expect(none.first?.hasPrefix("/proc/none/golden.txt: ") == true)
  }

  @Test("a path is relative to the folder of the test unless it is absolute")
  func relative() throws {
    let folder = try TemporaryFolder()
    let found = texts {
      expectSame(
        Scenarios.conforming, as: "golden.txt", filePath: folder.path("SomeTests.swift"))
    }
    #expect(
      found == ["\(folder.path("golden.txt")): recorded; run the test again to compare with it"])
  }
}
