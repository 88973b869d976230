import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

@Suite("A rule that requires a callback which never comes")
struct RequiredRuleTests {
  @Test("leaves its event to the finding that it would have replaced")
  func standIn() throws {
    let (parsed, diagnostics) = Grammar.parse(
      Array(
        """
        grammar Required "1.0" {}
        subject item { member "item" }
        callback open about item {}
        callback close about item {}
        callback asked about item {}
        lifecycle first about item {
          start shut
          shut -> open ajar
          ajar -> close shut
          stay in shut, ajar on asked
        }
        lifecycle second about item {
          start shut
          shut -> open ajar
          ajar -> close shut
        }
        rule asked-first error in first {
          on open in ajar
          required asked
          title "t" message "m"
        }
        rule second-open warning in second { on open in ajar title "t" message "m" }
        rule unexpected-callback error { anything else title "t" message "m" }
        """.utf8))
    let check = TraceCheck(try #require(parsed, "\(diagnostics.map(\.message))"))
    func rules(_ callbacks: String...) throws -> [String] {
      let lines = callbacks.map { #"{"callback": "\#($0)", "item": "i"}"# }
      return try check.report(of: lines.joined(separator: "\n")).violations.map(\.rule)
    }
    #expect(try rules("open", "open", "close", "open", "close") == ["second-open"])
    #expect(try rules("open", "open", "close", "open", "close", "asked") == ["asked-first"])
    #expect(try rules("asked", "open", "open", "close", "open", "close") == ["asked-first"])
  }

  @Test("that is off leaves it to the next most severe one")
  func off() throws {
    let lifecycles = ["first", "second", "third"].map {
      """
      lifecycle \($0) about item {
        start shut
        shut -> open ajar
        ajar -> close shut
      }
      rule open-\($0) \($0 == "third" ? "error" : "warning") in \($0) {
        on open in ajar title "t" message "m"
      }
      """
    }
    let (parsed, diagnostics) = Grammar.parse(
      Array(
        """
        grammar Three "1.0" {}
        subject item { member "item" }
        callback open about item {}
        callback close about item {}
        \(lifecycles.joined(separator: "\n"))
        rule unexpected-callback error { anything else title "t" message "m" }
        """.utf8))
    let plan = Plan(try #require(parsed, "\(diagnostics.map(\.message))"))
    let text = ["open", "open"].map { #"{"callback": "\#($0)", "item": "i"}"# }
      .joined(separator: "\n")
    func rules(without off: [String]) throws -> [String] {
      var options = CheckOptions()
      for rule in off { options.severities[rule] = .some(nil) }
      return try TraceCheck(plan, options: options).report(of: text).violations.map(\.rule)
    }
    #expect(try rules(without: []) == ["open-third"])
    #expect(try rules(without: ["open-third"]) == ["open-first"])
    #expect(try rules(without: ["open-first", "open-third"]) == ["open-second"])
  }
}
