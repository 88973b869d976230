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
    #expect(found.first?.text.hasPrefix("error[discard-before-disconnect]: ") == true)
    #expect(found.first?.text.contains("scenario.jsonl:8") == true)
  }

  @Test("what cannot be read or checked does not conform")
  func unchecked() {
    let unreadable = capturedIssues { expectConforming(Scenarios.unreadable) }
    #expect(unreadable.map(\.text).first?.hasPrefix("bad.jsonl:1:") == true)
    let unknown = capturedIssues { expectConforming(Scenarios.unknown) }
    #expect(
      unknown.map(\.text).first?.hasPrefix("nothing could be checked in other.jsonl: ") == true)
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
    #expect(unlisted.map(\.text) == ["30 violations in scenario.jsonl, not listed"])
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
        "expected a violation of 'slow-launch' in scenario.jsonl, found 0; other broken rules: activate-while-active (1)"
      ])
    let twice = capturedIssues {
      expectViolation("activate-while-active", count: 2, in: Scenarios.activeTwice)
    }
    #expect(
      twice.map(\.text) == [
        "expected 2 violations of 'activate-while-active' in scenario.jsonl, found 1; no other rule is broken"
      ])
    let unknown = capturedIssues {
      expectViolation("activate-while-activ", in: Scenarios.activeTwice)
    }
    #expect(
      unknown.map(\.text) == [
        "the grammar UIScene has no rule 'activate-while-activ'; did you mean 'activate-while-active'?"
      ])
    let unreadable = capturedIssues { expectViolation("slow-launch", in: Scenarios.unreadable) }
    #expect(unreadable.map(\.text).first?.hasPrefix("bad.jsonl:1:") == true)
  }
}
