/// Mistakes in texts that extend others, and in cases and duties.
extension DiagnosticCase {
  /// A case whose text extends UIKit's grammar.
  fileprivate init(
    _ code: String, _ severity: String = "error", suggestion: String? = nil, extending text: String
  ) {
    self.init(
      code, severity, suggestion: suggestion,
      whole: "grammar App \"1.0\" extends UIScene {}\n" + text)
  }

  static let extensionCases: [DiagnosticCase] = [
    .init(
      "unknown-grammar", suggestion: "UIScene",
      whole: "grammar App \"1.0\" extends 1️⃣UISceen {}\ngroup g = nothing"),
    .init("unknown-grammar", whole: "grammar App \"1.0\" extends 1️⃣\"missing.lifecycle\" {}"),
    .init("unexpected-token", whole: "grammar App \"1.0\" extends 1️⃣{}"),
    .init("not-yours-to-change", extending: "callback 1️⃣willConnect about session {}"),
    .init(
      "not-yours-to-change",
      extending: "lifecycle 1️⃣session about session { new -> willConnect new }"),
    .init("not-yours-to-change", extending: "group 1️⃣willConnect = didDiscard"),
    .init("not-yours-to-change", extending: "subject 1️⃣process { member \"pid\" }"),
    .init(
      "not-yours-to-change",
      extending: "rule 1️⃣launch-order note { willConnect takes at most 1 s \(words) }"),
    .init(
      "severity-repeated", extending: "severity launch-order note\nseverity 1️⃣launch-order warning"),
    .init("severity-repeated", after: "severity 1️⃣unexpected note"),
    .init("unknown-rule", suggestion: "launch-order", extending: "severity 1️⃣launch-oder note"),
    .init("unknown-severity", suggestion: "note", extending: "severity launch-order 1️⃣note2"),
    .init(
      "unknown-callback", suggestion: "willConnect",
      extending: "rule r note { 1️⃣willConnet takes at most 1 s \(words) }"),
  ]

  static let caseCases: [DiagnosticCase] = [
    .init("unknown-callback", suggestion: "open", after: "case c of 1️⃣opne where a"),
    .init("group-not-allowed", after: "case c of 1️⃣both where a"),
    .init("duplicate-name", after: "case 1️⃣ping of open where a"),
    .init("unexpected-token", suggestion: "where", after: "case c of open 1️⃣wher a"),
    .init("unexpected-token", after: "case c of open where 1️⃣\"a\""),
    .init("unexpected-token", after: "case c of open where a > 1️⃣\"a\""),
    .init("case-cannot-hold", after: "case c of open where 2️⃣a = \"x\" and 1️⃣a = \"y\""),
    .init("case-cannot-hold", after: "case c of open where 2️⃣a.b > 1 and not 1️⃣a.b > 1"),
    .init(
      "case-not-allowed",
      after: "case c of open where a\nrule r error { 1️⃣c takes at most 1 s \(words) }"),
    .init("case-not-allowed", after: "case c of open where a\ncase d of 1️⃣c where b"),
    .init(
      "limit-exceeded",
      after: "case c of open where "
        + (1...9).map { ($0 == 9 ? "1️⃣" : "") + "m\($0)" }.joined(separator: " and ")),
    .init(
      "limit-exceeded",
      after: (1...5).map { "case c\($0) of open where a = \"\($0)\"\n" }.joined()
        + "lifecycle 1️⃣l about wire { a -> c1 a | c2 a | c3 a | c4 a | c5 a }"),
    .init(
      "duty-without-end", after: "rule r error about wire { expects ping after open1️⃣ \(words) }"),
    .init(
      "duty-closes-itself",
      after: "rule r error about wire { expects ping after open, before 1️⃣ping \(words) }"),
    .init(
      "overlapping-callbacks",
      after: "rule r error about wire { expects 1️⃣both after open, before ping \(words) }"),
    .init(
      "mismatched-head",
      after: "rule r error in wire { 1️⃣expects ping after open, before close \(words) }"),
  ]
}
