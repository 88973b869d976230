import Foundation
import Testing

/// A text with one mistake, marked with 1️⃣, and the expected diagnostic; 2️⃣ marks the position of the note.
struct DiagnosticCase: Sendable, CustomTestStringConvertible {
  var code: String
  var severity = "error"
  var suggestion: String?
  var text: String

  var testDescription: String { "\(code): \(text.suffix(60))" }

  /// A case whose text follows a small valid grammar.
  init(_ code: String, _ severity: String = "error", suggestion: String? = nil, after text: String)
  {
    self.init(code, severity, suggestion: suggestion, whole: Self.sound + text)
  }

  /// A case with a complete text.
  init(_ code: String, _ severity: String = "error", suggestion: String? = nil, whole text: String)
  {
    self.code = code
    self.severity = severity
    self.suggestion = suggestion
    self.text = text
  }

  /// The texts that every rule needs.
  static let words = #"title "t" message "m""#

  /// A valid grammar that other declarations may follow.
  static let sound = """
    grammar Small "1.0" {}
    subject host { member "host" }
    subject wire within host { member "wire" }
    subject other within host { member "other" }
    callback boot about host {}
    callback open about wire { swift "wireDidOpen(_:)" }
    callback close about wire {}
    callback ping about wire {}
    callback blink about other {}
    group both = open, close
    lifecycle wire about wire {
      shut -> open up
      up -> close shut | ping up
    }
    rule unexpected error { anything else \(words) }

    """
}

extension DiagnosticCase {
  static let all =
    textCases + formCases + nameCases + meaningCases + extensionCases + caseCases
    + situationCases + peerCases

  /// A lifecycle about `wire` that declares a number of states, two of which are used.
  private static func lifecycle(_ name: String, states count: Int, andOne more: String? = nil)
    -> String
  {
    let states =
      (0..<count).map { "state s\($0) \"t\"\n" } + (more.map { ["state \($0) \"t\"\n"] } ?? [])
    return "lifecycle \(name) about wire {\ns0 -> open s1\ns1 -> close s0\n\(states.joined())}\n"
  }

  private static let textCases: [DiagnosticCase] = [
    .init("text-too-long", whole: "1️⃣" + String(repeating: "// padding\n", count: 100_000)),
    .init("not-a-grammar", whole: "1️⃣root:x:0:0:root:/root:/bin/bash\n"),
    .init("not-a-grammar", whole: "1️⃣SECRET=hunter2"),
    .init("not-a-grammar", whole: "1️⃣-----BEGIN PRIVATE KEY-----\nrule x"),
    .init("not-a-grammar", whole: "1️⃣// a comment\nsubject: a mail\n"),
    .init("not-a-grammar", whole: "1️⃣{\"grammar\": 1}"),
    .init("unexpected-character", after: "1️⃣; group g = open"),
    .init("unexpected-character", after: "group g = open 1️⃣é"),
    .init("unterminated-string", after: "callback c about wire { text 1️⃣\"no end }\n}"),
    .init("unterminated-string", after: "callback c about wire { text \"\" link 1️⃣\"\"\"no end }"),
    .init("unknown-escape", after: #"callback c about wire { text "tab 1️⃣\t" }"#),
  ]

  private static let formCases: [DiagnosticCase] = [
    .init("unexpected-token", after: "group g 1️⃣open"),
    .init("unexpected-token", suggestion: "about", after: "callback c 1️⃣abuot wire {}\ngroup g = c"),
    .init("unexpected-token", suggestion: "about", after: "callback c 1️⃣abouut wire {}"),
    .init("unexpected-token", after: "lifecycle l about wire { a -> open 1️⃣| b -> . }"),
    .init(
      "unexpected-token", suggestion: "takes",
      after: "rule r error {\n  open 1️⃣tkes at most 5 s\n  \(words)\n}"),
    .init("unexpected-token", after: "1️⃣} group g = open"),
    .init("unknown-declaration", suggestion: "callback", after: "1️⃣calback c about wire {}"),
    .init(
      "unknown-clause", suggestion: "notification",
      after: "callback c about wire { 1️⃣notificaton \"N\" }"),
    .init("missing-brace", after: "callback c about wire 2️⃣{\n  text \"\"1️⃣\ngroup g = c"),
    .init("missing-brace", after: "callback c about wire 2️⃣{1️⃣"),
    .init("repeated-clause", after: "callback c about wire { text \"a\" 1️⃣text \"b\" }"),
    .init(
      "repeated-clause",
      after: "rule r error { open takes at most 5 s 1️⃣open takes at most 6 s \(words) }"),
    .init("missing-clause", after: "subject 1️⃣s within host {}"),
    .init("missing-clause", after: "rule 1️⃣r error { \(words) }"),
    .init("missing-clause", after: "rule 1️⃣r error { open takes at most 1 s title \"t\" }"),
    .init("missing-clause", after: "quirk 1️⃣Q excuses unexpected { text \"t\" }"),
    .init("missing-clause", after: "lifecycle l about wire { beyond 1️⃣a a -> open a }"),
    .init("misplaced-header", whole: "1️⃣subject s { member \"s\" }"),
    .init("misplaced-header", after: "1️⃣grammar Second \"1.0\" {}"),
    .init(
      "misplaced-header", whole: "subject s { member \"s\" }\n1️⃣grammar Late \"1.0\" {}"),
    .init("invalid-number", after: "rule r error { open takes at most 1️⃣0 s \(words) }"),
    .init("invalid-number", after: "rule r error { open takes at most 1️⃣1.2.3 s \(words) }"),
    .init("invalid-number", after: "callback c about wire { since iOS 1️⃣99999999999999999999 }"),
    .init("mismatched-head", after: "rule r error { 1️⃣on open in up \(words) }"),
    .init("mismatched-head", after: "rule r error about wire { 1️⃣at end in up \(words) }"),
    .init(
      "mismatched-head",
      after: "rule r error in wire { 1️⃣at most once ping after open \(words) }"),
    .init("mismatched-head", after: "rule r error in 1️⃣wire { open takes at most 1 s \(words) }"),
    .init(
      "mismatched-head",
      after: "quirk Q excuses unexpected { in 1️⃣up text \"t\" source \"s\" }"),
    .init(
      "mismatched-head",
      after: "rule r error in wire { on ping in shut \(words) }\n"
        + "quirk Q excuses r { while up in 1️⃣wire text \"t\" source \"s\" }"),
    .init(
      "mismatched-head",
      after: "quirk Q excuses unexpected { while up in 1️⃣wire text \"t\" source \"s\" }"),
    .init("mismatched-head", after: "rule r error { open takes at most 1 s 1️⃣note in up \(words) }"),
    .init("unexpected-token", after: "callback c about wire { spelling \"u\" where s 1️⃣\"a\" }"),
    order("unexpected-token", "1️⃣"),
    order("unexpected-token", "open, (ping+, close1️⃣"),
    order("unexpected-token", "open, (ping+, close)1️⃣)"),
    order("unexpected-token", "open, 1️⃣, close"),
    order("unexpected-token", "open 1️⃣close"),
    order("unexpected-token", "open, 1️⃣+"),
    order("unexpected-token", "open+1️⃣+"),
    order("unexpected-token", "(1️⃣)"),
    order("unexpected-token", "open, ping 1️⃣| close"),
    order("unexpected-token", "open | ping1️⃣, close"),
    order("unexpected-character", "open, 1️⃣&"),
    order("unexpected-token", "open, 1️⃣{close}"),
    order("unknown-callback", "open, (ping | 1️⃣pong)+", suggestion: "ping"),
    order("limit-exceeded", String(repeating: "(", count: 32) + "1️⃣(open"),
    order("limit-exceeded", String(repeating: "open, ", count: 127) + "1️⃣open"),
    .init("unterminated-string", after: "lifecycle l about wire { order 1️⃣\"open, (ping\n}"),
    .init("unexpected-token", after: "lifecycle l about wire { order 1️⃣open }"),
    .init(
      "unexpected-token", suggestion: "anywhere",
      after: "lifecycle l about wire { may end 1️⃣anywere a -> open a }"),
    .init(
      "unexpected-token",
      after: "lifecycle l about wire {\n order \"\"\"\n  open, // first\n  1️⃣, close\n  \"\"\"\n}"),
  ]

  /// A lifecycle with an order.
  private static func order(
    _ code: String, _ order: String, suggestion: String? = nil
  ) -> DiagnosticCase {
    .init(code, suggestion: suggestion, after: "lifecycle l about wire { order \"\(order)\" }")
  }

  private static let nameCases: [DiagnosticCase] = [
    .init("unsafe-link", "warning", after: "callback c about wire { link 1️⃣\"http://a.example\" }"),
    .init(
      "unsafe-link", "warning",
      after:
        "callback c about wire {}\nrule r error { c takes at most 1 s \(words) link 1️⃣\"javascript:x\" }"
    ),
    .init(
      "unsafe-link", "warning", after: "callback c about wire { link 1️⃣\"https://a.example/<b>\" }"),
    .init("reserved-member", after: "subject s { member 1️⃣\"callback\" }"),
    .init("duplicate-name", after: "subject 1️⃣host { member \"h\" }"),
    .init("duplicate-name", after: "callback 2️⃣c about wire {}\naction 1️⃣c about wire {}"),
    .init("duplicate-name", after: "callback 2️⃣c about wire {}\ngroup 1️⃣c = open"),
    .init("duplicate-name", after: "group 2️⃣g = open\ngroup 1️⃣g = close"),
    .init("duplicate-name", after: "lifecycle 1️⃣wire about wire { a -> open a }"),
    .init("duplicate-name", after: "rule 1️⃣unexpected note { open takes at most 1 s \(words) }"),
    .init(
      "duplicate-name",
      after: "rule 1️⃣wire note about wire { at most once ping after open \(words) }"),
    .init(
      "duplicate-name",
      after: "quirk 2️⃣Q excuses unexpected { text \"t\" source \"s\" }\n"
        + "quirk 1️⃣Q excuses unexpected { text \"t\" source \"s\" }"),
    .init(
      "duplicate-name",
      after: "lifecycle l about wire { state 2️⃣a \"x\" state 1️⃣a \"y\" a -> open a }"),
    .init("unknown-subject", suggestion: "wire", after: "callback c about 1️⃣wier {}"),
    .init("unknown-subject", after: "subject s within 1️⃣nothing { member \"s\" }"),
    .init("unknown-callback", suggestion: "open", after: "group g = 1️⃣opne"),
    .init("unknown-callback", suggestion: "both", after: "group g = 1️⃣bth"),
    .init(
      "unknown-callback", after: "rule r error { open within 1 s of 1️⃣nothing \(words) }"),
    .init(
      "unknown-callback",
      after: "rule r error { open takes at most 1 s required 1️⃣nothing \(words) }"),
    .init("unknown-callback", after: "callback c about wire { replaced by 1️⃣nothing }"),
    .init(
      "unknown-state", suggestion: "idle",
      after: "lifecycle l about wire { idle -> open 1️⃣idel }"),
    .init("unknown-state", after: "lifecycle l about wire { start 1️⃣b a -> open a }"),
    .init(
      "unknown-state", suggestion: "shut",
      after: "rule r error in wire { on ping in 1️⃣shot \(words) }"),
    .init(
      "unknown-lifecycle", suggestion: "wire",
      after: "rule r error in 1️⃣wrie { on ping in shut \(words) }"),
    .init(
      "unknown-rule", suggestion: "unexpected",
      after: "quirk Q excuses 1️⃣unexpcted { text \"t\" source \"s\" }"),
    .init(
      "unknown-cause", suggestion: "not-recorded",
      after:
        "rule r error { open takes at most 1 s \(words) cause 1️⃣not-recordd \"c\" do \"d\" }"),
    .init(
      "unknown-severity", suggestion: "warning",
      after: "rule r 1️⃣waring { open takes at most 1 s \(words) }"),
    .init(
      "unknown-confidence", suggestion: "observed",
      after: "rule r note { open takes at most 1 s confidence 1️⃣obsreved \(words) }"),
    .init("unknown-unit", after: "rule r note { open takes at most 1 1️⃣min \(words) }"),
    .init(
      "unknown-placeholder", suggestion: "{states}",
      after: "rule r note { open takes at most 1 s title \"\" message 1️⃣\"in {state}\" }"),
    .init(
      "unknown-placeholder",
      after: "rule r note { open takes at most 1 s \(words) cause 1️⃣\"a {states}\" do \"b\" }"),
    .init(
      "unexpected-token",
      after: "rule r note { open takes at most 1 s \(words) cause \"a\" 1️⃣\"b\" }"),
    .init(
      "unknown-callback", suggestion: "open",
      after: "rule r note { open takes at most 1 s \(words) example legal open, 1 s, 1️⃣opne }"),
    .init(
      "unexpected-token", suggestion: "legal",
      after: "rule r note { open takes at most 1 s \(words) example 1️⃣leagl open }"),
    .init(
      "unknown-unit",
      after: "rule r note { open takes at most 1 s \(words) example illegal open takes 2 1️⃣h }"),
    .init(
      "repeated-clause",
      after:
        "rule r note { open takes at most 1 s \(words) example legal open 1️⃣example legal close }"),
    .init("subject-cycle", after: "subject s within 1️⃣s { member \"s\" }"),
    .init("group-cycle", after: "group 1️⃣g = open, g"),
    .init("group-not-allowed", after: "callback c about wire { replaced by 1️⃣both }"),
    .init(
      "limit-exceeded",
      after: (0...1_023).map { "group g\($0) = open\n" }.joined()
        .replacingOccurrences(of: "group g1023", with: "group 1️⃣g1023")),
    .init(
      "limit-exceeded", after: "rule r error { open takes at most 1️⃣1000000001 s \(words) }"),
    .init(
      "limit-exceeded",
      after: (3...256).map { "subject s\($0) { member \"host\" }\n" }.joined()
        .replacingOccurrences(of: "subject s256", with: "subject 1️⃣s256")),
    .init(
      "limit-exceeded",
      after: (3...16).map { "subject s\($0) { member \"m\($0)\" }\n" }.joined()
        .replacingOccurrences(of: "\"m16\"", with: "1️⃣\"m16\"")),
    .init(
      "limit-exceeded",
      after: (3...15).map { "subject s\($0) { member \"m\($0)\" }\n" }.joined()
        + "subject last { member \"host\" alias 1️⃣\"wire2\" }"),
    .init(
      "limit-exceeded",
      after: """
        subject one { member "host" members "hosts" }
        subject two { member "wire" members "wires" }
        subject three { member "wire" members "hosts" }
        subject four { member "wire" members 1️⃣"others" }
        """),
    .init(
      "limit-exceeded",
      after: (1...9).map {
        "callback c\($0) about wire { spelling \"u\($0)\" where m\($0) = \"a\" }\n"
      }
      .joined().replacingOccurrences(of: "where m9", with: "where 1️⃣m9")),
    .init("limit-exceeded", after: lifecycle("l", states: 128, andOne: "1️⃣more")),
    .init(
      "limit-exceeded",
      after: (1...31).map { lifecycle("l\($0)", states: 128) }.joined()
        + lifecycle("last", states: 126, andOne: "1️⃣more")),
  ]

  private static let meaningCases: [DiagnosticCase] = [
    .init(
      "duplicate-spelling",
      whole: sound.replacingOccurrences(of: "\"wireDid", with: "2️⃣\"wireDid")
        + "callback c about wire { objc \"c:\", 1️⃣\"wireDidOpen(_:)\" }"),
    .init(
      "duplicate-spelling",
      after: "callback 2️⃣c about wire {}\ncallback d about wire { swift 1️⃣\"c\" }"),
    .init(
      "duplicate-spelling",
      after: "callback c about wire { spelling \"u\" where s = \"a\" }\n"
        + "callback d about wire { spelling 1️⃣\"u\" where s = \"a\" }"),
    .init(
      "duplicate-spelling",
      after:
        "callback c about wire { spelling \"u\" where s = \"a\" spelling 1️⃣\"close\" where s = \"b\" }"
    ),
    .init(
      "deciding-member", suggestion: "s",
      after: "callback c about wire { spelling \"u\" where 2️⃣s = \"a\" }\n"
        + "callback d about wire { spelling \"u\" where 1️⃣t = \"b\" }"),
    .init(
      "start-not-told", "warning",
      after: "lifecycle l about wire { start 1️⃣a a -> open b b -> close a }"),
    .init(
      "start-not-told", "warning",
      after: "lifecycle l about host { start 1️⃣a a -> open b b -> close a }"),
    .init(
      "repeated-clause",
      after: "callback c about wire { has mood \"a\" has 1️⃣mood \"b\" }"),
    .init(
      "rule-cannot-fire",
      after: "callback c about wire { has mood \"a\" }\n"
        + "rule 1️⃣r error { mood contradicts its callback \(words) }"),
    .init(
      "unknown-callback", suggestion: "ping",
      after: "rule r error { 1️⃣pin, open have thread \"main\" \(words) }"),
    .init(
      "unexpected-token", suggestion: "built",
      after: "rule r error in wire { on ping in shut note 1️⃣buil with iOS 27.0 \(words) }"),
    .init(
      "limit-exceeded",
      after:
        "callback c about wire { has a \"\" has b \"\" has c \"\" has d \"\" has e \"\" has f \"\"\n"
        + "has 1️⃣g \"\" }"),
    .init(
      "foreign-callback",
      after: "subject alone { member \"alone\" }\ncallback 2️⃣lonely about alone {}\n"
        + "lifecycle l about wire { a -> 1️⃣lonely a }"),
    .init(
      "not-the-wider-subject",
      after: "lifecycle l about host { when 1️⃣wire begins: a become a a -> boot a }"),
    .init(
      "not-the-wider-subject", suggestion: "host",
      after: "lifecycle l about wire { when 1️⃣other begins: a become a a -> open a }"),
    .init(
      "not-the-wider-subject", suggestion: "host",
      after: "rule r note in wire { at end in up after later events of 1️⃣wire \(words) }"),
    .init(
      "beginning-not-idempotent",
      after: "lifecycle l about wire { when host begins: 1️⃣a become b\n"
        + "when host begins: b become c a -> open b b -> open c c -> open a }"),
    .init(
      "beginning-not-idempotent",
      after: "lifecycle l about wire { when host begins: 2️⃣a become b\n"
        + "when host begins: 1️⃣a become b a -> open b b -> open a }"),
    .init(
      "repeated-transition", "warning",
      after: "lifecycle l about wire { a -> open a stay in a on ping, 1️⃣open }"),
    .init("empty-lifecycle", after: "lifecycle 1️⃣l about wire { a -> . }"),
    .init(
      "unreachable-state", "warning",
      after: "lifecycle l about wire { a -> open a 1️⃣b -> open a }"),
    .init(
      "dead-state", "warning",
      after: "lifecycle l about wire { a -> open b | . 1️⃣b -> open b }\n"
        + "rule i error { at end of an incomplete life \(words) }"),
    .init(
      "double-claim",
      after: "rule 2️⃣r error in wire { on both in up \(words) }\n"
        + "rule 1️⃣s error in wire { on open in any \(words) }"),
    .init("double-claim", after: "rule 1️⃣s error { anything else \(words) }"),
    .init("rule-cannot-fire", after: "rule 1️⃣r error in wire { on boot in up \(words) }"),
    .init("rule-cannot-fire", after: "rule 1️⃣r error { open within 1 s of boot \(words) }"),
    .init("rule-cannot-fire", after: "rule 1️⃣r error { notification before its callback \(words) }"),
    .init(
      "rule-cannot-fire", "warning",
      after: "rule 1️⃣r error { at end of an incomplete life \(words) }"),
    .init(
      "rule-cannot-fire",
      after:
        "lifecycle l about wire { a -> open a }\nrule 1️⃣r error in l { on open in any \(words) }"),
    .init(
      "useless-callback", "warning",
      after: "rule r error in wire { on ping, 1️⃣boot in shut \(words) }"),
    .init(
      "overlapping-callbacks",
      after: "rule r error about wire { at most once 1️⃣both after open \(words) }"),
    .init(
      "missing-unexpected-rule", "warning",
      whole: sound.replacingOccurrences(of: "anything else", with: "ping takes at most 1 s")
        + "1️⃣"),
    .init(
      "missing-incomplete-rule", "warning",
      after: "lifecycle l about wire { a -> open b b -> close a | . }1️⃣"),
  ]
}
