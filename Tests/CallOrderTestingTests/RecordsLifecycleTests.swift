import CallOrderRecorder
import Foundation
import Testing

@testable import CallOrderTesting

/// Records the calls of a scene.
private func play(_ calls: [String], session: String = "A") {
  for call in calls {
    var event = RecordedEvent(call)
    event.session = session
    CallOrder.record(event)
  }
}

private let methods: [CallOrder.Method] = [
  .willConnect, .willEnterForeground, .didBecomeActive, .didEnterBackground, .willResignActive,
]

private let start = [
  "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
]

@Suite("The trait that records around a test") struct RecordsLifecycleTests {
  @Suite("passes conforming recordings", .recordsLifecycle) struct Conforming {
    @Test("with calls of the test", arguments: 0..<8)
    func calls(number: Int) async {
      play(start, session: "\(number)")
      await Task { play(["sceneWillResignActive(_:)"], session: "\(number)") }.value
    }

  }

  @Test(
    "expects a violation on request",
    .recordsLifecycle(methods: methods, expecting: "background-without-resign"))
  func expected() { play(start + ["sceneDidEnterBackground(_:)", start[1], start[2]]) }

  @Test("records one issue per violation, at the test, with the calls of its own task only")
  func violation() async throws {
    let found = try await issues(of: .recordsLifecycle(methods: methods)) {
      play(start + ["sceneDidEnterBackground(_:)", start[1], start[2]])
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("[background-without-resign]") == true)
  }

  @Test("reports calls of a detached task, which nothing connects with the test")
  func detached() async throws {
    let found = try await issues(of: .recordsLifecycle(methods: methods), countingDetached: true) {
      play(start)
      // On the main thread, for the same reason as below.
      await Task.detached { await MainActor.run { play([start[2], start[2]]) } }.value
    }
    #expect(
      found.first?.contains("was recorded by a detached task, which belongs to no test") == true)
    #expect(found.first?.hasPrefix("sceneDidBecomeActive(_:) (CallOrderTestingTests/") == true)
  }

  @Test("reports a test that records nothing, and names that the grammar does not know")
  func testsThatTestNothing() async throws {
    let empty = try await issues(of: .recordsLifecycle) {}
    #expect(empty.count == 1 && empty[0].hasPrefix("nothing was recorded"))
    let misspelt = try await issues(of: .recordsLifecycle) { play(["sceneDidBecomActive(_:)"]) }
    #expect(
      misspelt.count == 1 && misspelt[0].hasSuffix("did you mean 'sceneDidBecomeActive(_:)'?"))
    let listed = try await issues(of: .recordsLifecycle(methods: ["sceneDidBecomActive(_:)"])) {
      play(start)
    }
    #expect(listed.count == 1 && listed[0].hasSuffix("did you mean 'sceneDidBecomeActive(_:)'?"))
  }

  @Test("includes events from outside any task on request, and rethrows the error of the test")
  func outside() async throws {
    struct Failure: Error {}
    var isThrown = false
    let trait = RecordsLifecycleTrait.recordsLifecycle(
      methods: methods, includingApp: true, expecting: "activate-while-active")
    let found = try await issues(of: trait) {
      await withCheckedContinuation { done in
        // On the main thread, so that tests which record the whole app there do not get these calls.
        DispatchQueue.main.async {
          play(start + [start[2]])
          done.resume()
        }
      }
      throw Failure()
    } onError: {
      isThrown = $0 is Failure
    }
    #expect(found == [] && isThrown)
  }

  @Test("reports that an expected violation did not occur")
  func unbroken() async throws {
    let found = try await issues(of: .recordsLifecycle(expecting: "activate-while-active")) {
      play(start)
    }
    #expect(
      found.count == 1 && found[0].contains("expected a finding of 'activate-while-active'"))
    let empty = try await issues(of: .recordsLifecycle(expecting: "activate-while-active")) {}
    #expect(empty.count == 1 && empty[0].contains("but nothing was recorded"))
  }

  @Test("reports the absence of calls that are declared as recorded")
  func records() async throws {
    for methods in [[], methods] as [[CallOrder.Method]] {
      let found = try await issues(of: .recordsLifecycle(methods: methods)) {
        play(start + ["sceneDidEnterBackground(_:)"])
      }
      #expect(found.isEmpty == methods.isEmpty)
    }
  }

  @Test(
    "reports the absence of UIKit's notifications if it includes events from outside any task",
    arguments: [false, true])
  func notifications(includesApp: Bool) async throws {
    let trait = RecordsLifecycleTrait.recordsLifecycle(
      methods: [.didBecomeActive], includingApp: includesApp)
    let found = try await issues(of: trait) { play([start[2], start[2]]) }
    #expect(found.isEmpty != includesApp)
  }

  /// The texts of the issues that the trait records for a test.
  private func issues(
    of trait: RecordsLifecycleTrait, countingDetached: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void,
    onError: (any Error) -> Void = { _ in }
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let texts = TextBox()
    // A known issue lets this test see the issues of another one; see `capturedIssues`.
    await withKnownIssue(isIntermittent: true) {
      do {
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
      } catch { onError(error) }
    } matching: { issue in
      // While one test has a detached task, all that run at the same time get a warning.
      for comment in issue.comments
      where countingDetached || !comment.rawValue.contains("detached task") {
        texts.add(comment.rawValue)
      }
      return issue.sourceLocation == test.sourceLocation
    }
    return texts.all
  }

  @Test("attachments are named after their tests")
  func names() {
    let id = "AppTests.NotesTests/Drafts/`keeps it all`(_:)/NotesTests.swift:16:4"
    #expect(
      attachmentName("calls.jsonl", test: id) == "NotesTests-Drafts-_keeps_it_all_-calls.jsonl")
    #expect(
      attachmentName("calls.jsonl", test: "AppTests.opens()/A.swift:1:2") == "opens-calls.jsonl")
    #expect(attachmentName("calls.jsonl", test: nil) == "calls.jsonl")
  }
}

private final class TextBox: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func add(_ text: String) { lock.withLock { texts.append(text) } }
}
