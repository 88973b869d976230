import TestSupport
import Testing
import TraceModel
@testable import TraceGrammar

/// The example grammar for another domain, which uses every clause and rule form of the notation.
let exampleText = Repository.bytes("Tests/TraceGrammarTests/Grammars/tcp.lifecycle") ?? []

@Suite("The text of the example grammar")
struct GrammarParseTests {
  private let grammar: Grammar

  init() throws {
    let (grammar, diagnostics) = Grammar.parse(exampleText)
    #expect(diagnostics.map(\.code) == [])
    self.grammar = try #require(grammar)
  }

  private func callback(_ name: String) throws -> CallbackID {
    try #require(grammar.callbacks.firstIndex { $0.name == name })
  }

  private func rule(_ id: String) throws -> Rule {
    try #require(grammar.rules.first { $0.id == id })
  }

  private func law(_ name: String) throws -> Lifecycle {
    try #require(grammar.lifecycles.first { $0.name == name })
  }

  /// Steps as words, such as `up traffic down`.
  private func steps(of law: Lifecycle) -> [String] {
    law.transitions.map {
      "\(law.states[$0.from].name) \(grammar.callbacks[$0.callback].name) \(law.states[$0.to].name)"
    }
  }

  @Test("gives subjects, the wider one first")
  func subjects() throws {
    #expect(grammar.subjects.map(\.name) == ["host", "connection"])
    #expect(grammar.subjects.map(\.parent) == [nil, 0])
    #expect(grammar.subjects[1].member == "connection")
    #expect(grammar.subjects[1].setMember == "connections")
    #expect(grammar.subjects[1].aliasMember == "socket")
    #expect(grammar.subjects[0].beginnings == [try callback("willBoot"), try callback("didBoot")])
  }

  @Test("gives callbacks with all their spellings and versions")
  func callbacks() throws {
    let didOpen = grammar.callbacks[try callback("didOpen")]
    #expect(didOpen.swift == ["connectionDidOpen(_:)", "connection(didOpen:)"])
    #expect(didOpen.objectiveC == ["connectionDidOpen:"])
    #expect(
      didOpen.notifications == ["ConnectionDidOpenNotification", "Connection.didOpenNotification"])
    #expect(
      didOpen.since == [
        PlatformVersion(platform: "lwIP", numbers: [1, 4]),
        PlatformVersion(platform: "Linux", numbers: [2, 6]),
      ])
    let lines = String(decoding: exampleText, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("callback didOpen ") })
    #expect(didOpen.text == "The peer has answered.")
    #expect(didOpen.link == "https://www.rfc-editor.org/rfc/rfc9293#section-3.5")
    #expect(didOpen.range.start.line == line + 1 && didOpen.range.start.column == 10)
    let didPush = grammar.callbacks[try callback("didPush")]
    #expect(didPush.replacement == (try callback("didReceive")))
    #expect(didPush.until == [PlatformVersion(platform: "Linux", numbers: [6, 1, 2])])
    #expect(grammar.callbacks.filter(\.isAction).map(\.name) == ["tune"])
  }

  @Test("gives a lifecycle with its start sets, silent steps and ends")
  func lifecycle() throws {
    let law = try law("connection")
    // The `state` clause comes before the productions, so its states come first.
    #expect(
      law.states.map(\.name) == ["open", "fresh", "opening", "closing", "closed", "dropped"])
    #expect(law.states[0].text == "Bytes may flow")
    func names(_ states: [StateID]) -> [String] { states.map { law.states[$0].name } }
    #expect(names(law.start) == ["fresh", "dropped"])
    #expect(names(law.unknownStart) == ["open", "fresh", "opening", "closing", "closed"])
    #expect(
      names(law.onParentBegin.elements) == [
        "dropped", "fresh", "dropped", "dropped", "closed", "dropped",
      ])
    #expect(law.states.filter(\.isAccepting).map(\.name) == ["closed", "dropped"])
    let host = try self.law("host")
    #expect(host.renewable.map { host.states[$0].name } == ["up"])
    #expect(host.states.filter(\.isInconclusive).map(\.name) == ["down"])
    #expect(host.unknownStart == [0, 1, 2])
    #expect(host.start == [0])
  }

  @Test("gives a step for each state, callback and member of a group")
  func steps() throws {
    let found = steps(of: try law("connection"))
    #expect(
      found.prefix(3) == [
        "fresh willOpen opening", "opening didOpen open", "opening didClose closed",
      ])
    for group in ["willSend", "didSend", "didReceive", "didPush"] {
      #expect(found.contains("open \(group) open") && found.contains("closing \(group) closing"))
    }
    #expect(
      found.filter { $0.contains("willRetry") } == [
        "opening willRetry opening", "open willRetry open",
      ])
    #expect(
      steps(of: try law("booted")).filter { $0.hasPrefix("after-didBoot ") }.count == 4)
    #expect(try law("booted").states.map(\.text).last == "After traffic")
    #expect(try law("booted").states.allSatisfy(\.isAccepting))
  }

  @Test("gives every form of rule")
  func forms() throws {
    let law = try #require(grammar.lifecycles.firstIndex { $0.name == "connection" })
    let (open, fresh, opening, closing): (StateID, StateID, StateID, StateID) = (0, 1, 2, 3)
    func expect(_ name: String, _ form: some RuleForm) throws {
      #expect(try rule(name).form.isEqual(form), "\(name)")
    }
    try expect(
      "send-before-open",
      StepForm(
        lifecycle: law, callbacks: [callback("willSend"), callback("didSend")],
        states: [fresh, opening]))
    try expect("never-closed", EndForm(lifecycle: law, states: [open, opening]))
    try expect(
      "close-unfinished",
      EndForm(lifecycle: law, states: [closing], laterEvents: .ofWider(0)))
    try expect(
      "slow-boot",
      TimeForm([callback("didBoot"), callback("willBoot")], seconds: 20))
    try expect(
      "slow-answer",
      TimeForm([callback("didOpen")], seconds: 0.5, after: [callback("willOpen")]))
    try expect("notification-first", NotificationAheadForm())
    try expect("unexpected-call", UnexpectedForm())
    try expect("incomplete-life", IncompleteForm())
  }

  @Test("reads 'in any' as the states in which a callback is illegal, and never as an advice")
  func anyState() throws {
    let form = try #require(try rule("receive-while-not-open").form as? StepForm)
    let law = try law("connection")
    #expect(form.states.map { law.states[$0].name } == ["fresh", "opening", "closed", "dropped"])
    #expect(form.onlyWhereIllegal)
    #expect((try rule("send-before-open").form as? StepForm)?.onlyWhereIllegal == false)
  }

  @Test("reads 'at most once' as a separate lifecycle")
  func atMostOnce() throws {
    let law = try law("push-once")
    #expect(
      steps(of: law) == [
        "idle didOpen open", "open didOpen open", "done didOpen open", "open didPush done",
        "idle didPush idle",
      ])
    #expect(law.start.map { law.states[$0].name } == ["idle"])
    #expect(law.unknownStart == [0, 1, 2] && law.onParentBegin == [0, 1, 2])
    let index = try #require(grammar.lifecycles.firstIndex { $0.name == "push-once" })
    #expect(
      try rule("push-once").form.isEqual(
        StepForm(lifecycle: index, callbacks: [callback("didPush")], states: [2])))
  }

  @Test("reads 'exactly one of' as a separate lifecycle, if the opener is recorded at all")
  func exactlyOne() throws {
    #expect(
      steps(of: try law("retry-resolved")) == [
        "idle willRetry open", "open willRetry open", "open didRetry idle", "open didGiveUp idle",
      ])
    #expect(try rule("retry-resolved").required == (try callback("willRetry")))
    #expect(
      grammar.lifecycles.map(\.name) == [
        "host", "connection", "booted", "push-once", "retry-resolved",
      ])
  }

  @Test("gives the texts of a rule")
  func words() throws {
    let rule = try rule("send-before-open")
    #expect(rule.explanation == "The peer has not answered yet.\n  Bytes sent now are thrown away.")
    #expect(rule.fix == "Wait for 'didOpen'.")
    #expect(rule.facts == ["T-01", "T-02"])
    #expect(rule.confidence == "documented")
    #expect(rule.severity == .error)
    #expect(try self.rule("tune-while-open").severity == .note)
  }

  @Test("gives quirks with their conditions")
  func quirks() throws {
    let quirk = try #require(grammar.quirks.first)
    #expect(grammar.rules[quirk.rule].id == "send-before-open")
    #expect(quirk.callbacks == [try callback("willSend")])
    #expect(quirk.states == [2])
    #expect(quirk.roles == ["fast-open", "proxy"])
    #expect(quirk.since.map(\.numbers) == [[3, 7]] && quirk.until.map(\.numbers) == [[9, 0]])
    #expect(grammar.quirks.map(\.id) == ["Q-01", "Q-01", "Q-02"])
    let other = grammar.quirks[1]
    #expect(grammar.rules[other.rule].id == "receive-while-not-open")
    let once = try #require(grammar.lifecycles.firstIndex { $0.name == "push-once" })
    #expect(quirk.condition == nil)
    #expect(other.condition == Quirk.Condition(lifecycle: once, states: [0, 1]))
  }

  @Test("gives spellings without a language, and those that depend on the value of a member")
  func spellings() throws {
    let didRetry = grammar.callbacks[try callback("didRetry")]
    #expect(didRetry.otherSpellings == ["retried", "ReconnectSucceeded"])
    #expect(
      didRetry.conditionalSpellings == [
        .init(spelling: "reconnect", member: "outcome", value: "success")
      ])
    let didGiveUp = grammar.callbacks[try callback("didGiveUp")]
    #expect(didGiveUp.otherSpellings == [])
    #expect(
      didGiveUp.conditionalSpellings.map { "\($0.spelling) \($0.value)" }
        == ["reconnect failure", "reconnect timeout", "connectionLost timeout"])
  }

  @Test("gives a rule's severities by state, and whose later events count")
  func severities() throws {
    let never = try rule("never-closed")
    let opening = try #require(try law("connection").states.firstIndex { $0.name == "opening" })
    let open = try #require(try law("connection").states.firstIndex { $0.name == "open" })
    #expect(never.severityCases == [.init(severity: .note, states: [opening])])
    #expect(never.severity(in: [opening]) == .note)
    #expect(never.severity(in: [opening, open]) == .warning)
    #expect(never.severity(in: []) == .warning)
    #expect((never.form as? EndForm)?.laterEvents == EndForm.LaterEvents.none)
    #expect((try rule("close-unfinished").form as? EndForm)?.laterEvents == .ofWider(0))
  }
}
