import CallOrderTesting
import Testing

@Suite("Expectations in Swift Testing") struct ExpectationTests {
  @Test("a conforming scenario causes no issue")
  func conforming() {
    let report = expectConforming(Scenarios.conforming)
    #expect(report.verdict == .conforming)
  }

  @Test(
    "each violation is an issue with the text of the diagnostic, at the line of the expectation")
  func violations() {
    let line = #line + 1
    let found = capturedIssues { expectConforming(Scenarios.brokenTwice) }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.line == line })
    #expect(found.first?.text.contains("[discard-before-disconnect]") == true)
    #expect(found.first?.text.contains("scenario.jsonl:8") == true)
  }

  @Test("a recording in which nothing can be checked does not conform")
  func unchecked() {
    let empty = capturedIssues { expectConforming(Scenarios.empty) }
    #expect(
      empty.map(\.text).first?.hasPrefix("nothing could be checked in empty.jsonl: ") == true)
  }

  @Test("a name that the grammar does not know does not conform, wherever it stands")
  func unknownNames() {
    let text =
      "scenario.jsonl:8: the grammar UIScene has no callback 'sceneDidEnterBackgroud(_:)'; did you mean 'sceneDidEnterBackground(_:)'?"
    #expect(capturedIssues { expectConforming(Scenarios.misspelt) }.map(\.text) == [text])
    #expect(
      capturedIssues { expectViolation("slow-launch", in: Scenarios.misspelt) }.map(\.text)
        == [text])
    let listed = RecordedScenario(records: .callbacks(["sceneDidBecomActive(_:)"])) {
      Call("sceneDidBecomeActive(_:)")
    }
    #expect(
      capturedIssues { expectConforming(listed) }.first?.text
        == "what scenario.jsonl records: the grammar UIScene has no callback 'sceneDidBecomActive(_:)'; did you mean 'sceneDidBecomeActive(_:)'?"
    )
    let other = Scenarios.launched { Call("viewDidLoad()") }
    #expect(capturedIssues { expectConforming(other) }.count == 1)
    let post = Scenarios.launched { Post("UISceneDidActivateNotificatio") }
    #expect(capturedIssues { expectConforming(post) }.count == 1)
  }

  @Test("an action of another grammar is no mistake, unless it is nearly one that is known")
  func unknownActions() {
    expectConforming(Scenarios.launched { Act("importedPhotos") })
    expectConforming(Scenarios.launched { Act("checkpoint") })
    let found = capturedIssues { expectConforming(Scenarios.launched { Act("checkpont") }) }
    #expect(found.first?.text.hasSuffix("did you mean 'checkpoint'?") == true)
  }

  @Test("of many violations, some are issues and the rest is a number")
  func many() {
    let scenario = Scenarios.launched {
      for _ in 0..<30 {
        Call("sceneWillResignActive(_:)")
        Call("sceneDidBecomeActive(_:)")
        Call("sceneDidBecomeActive(_:)")
      }
    }
    let found = capturedIssues { expectConforming(scenario) }
    #expect(found.count == 21)
    #expect(found.last?.text == "and 10 more")
    var options = CheckOptions()
    options.violationLimit = 0
    let unlisted = capturedIssues { expectConforming(scenario, options: options) }
    #expect(unlisted.map(\.text) == ["30 findings in scenario.jsonl, not listed"])
  }

  @Test("an expected violation causes no issue")
  func expected() {
    expectViolation("activate-while-active", in: Scenarios.activeTwice)
    expectViolation("activate-while-active", count: 1, in: Scenarios.activeTwice)
  }

  @Test("a missing violation is an issue that lists the rules that were broken")
  func missing() {
    let found = capturedIssues { expectViolation("slow-launch", in: Scenarios.activeTwice) }
    #expect(
      found.map(\.text) == [
        "expected a finding of 'slow-launch' in scenario.jsonl, found 0; other broken rules: activate-while-active (1)"
      ])
    let twice = capturedIssues {
      expectViolation("activate-while-active", count: 2, in: Scenarios.activeTwice)
    }
    #expect(
      twice.map(\.text) == [
        "expected 2 findings of 'activate-while-active' in scenario.jsonl, found 1; no other rule is broken"
      ])
    let unknown = capturedIssues {
      expectViolation("activate-while-activ", in: Scenarios.activeTwice)
    }
    #expect(
      unknown.map(\.text) == [
        "the grammar UIScene has no rule 'activate-while-activ'; did you mean 'activate-while-active'?"
      ])
  }
}
