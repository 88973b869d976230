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
    .init(
      "unknown-callback", suggestion: "willConnect", extending: "spellings of 1️⃣willConnet \"on\""),
    .init(
      "duplicate-spelling", extending: "spellings of willConnect 1️⃣\"sceneDidBecomeActive(_:)\""),
    .init("unexpected-token", suggestion: "of", extending: "spellings 1️⃣off willConnect \"on\""),
    .init(
      "duplicate-spelling",
      extending: "notifications of willConnect 1️⃣\"UISceneDidActivateNotification\""),
    .init(
      "duplicate-spelling",
      extending: """
        notifications of willConnect "phase" where up = "true"
        spellings of didDisconnect 1️⃣"phase" where up = "true"
        """),
    .init(
      "deciding-member", suggestion: "up",
      extending: """
        spellings of willConnect "phase" where up = "true"
        spellings of didDisconnect "phase" where 1️⃣down = "yes"
        """),
    .init("unexpected-token", extending: "spellings of willConnect 1️⃣onConnect"),
    .init(
      "unexpected-token", suggestion: "unknown",
      extending:
        "quirk Q excuses launch-order { caller \"A\" or 1️⃣unknow text \"t\" source \"s\" }"),
    .init("unknown-severity", suggestion: "note", extending: "severity launch-order 1️⃣note2"),
    .init(
      "unknown-callback", suggestion: "willConnect",
      extending: "rule r note { 1️⃣willConnet takes at most 1 s \(words) }"),
  ]

  /// A lifecycle about a subject that has nothing in common with the others.
  private static let alien = """
    subject alien { member "alien" }
    callback land about alien {}
    lifecycle alien about alien { a -> land a }

    """

  static let situationCases: [DiagnosticCase] = [
    .init("unknown-lifecycle", suggestion: "wire", after: "case c of open while 1️⃣wier in up"),
    .init("unknown-state", suggestion: "up", after: "case c of open while some wire in 1️⃣upp"),
    .init("unexpected-token", after: "case c of open while some wire 1️⃣= up"),
    .init(
      "unexpected-token", suggestion: "while", after: "case c of open while wire in up and 1️⃣whle"),
    .init(
      "case-cannot-hold",
      after: "case c of open where a and while 2️⃣wire in up and while 1️⃣wire in shut"),
    .init(
      "case-cannot-hold",
      after: "case c of open while no other 2️⃣wire in up, shut and while another 1️⃣wire in up"),
    .init("state-of-other-subject", after: alien + "case c of open while 1️⃣alien in a"),
    .init(
      "state-of-other-subject",
      after: "lifecycle h about host { a -> boot a }\ncase c of open while some 1️⃣h in a"),
    .init(
      "limit-exceeded",
      after: (1...64).map { "case c\($0) of open where m > \($0)\n" }.joined()
        + "case d of open while some 1️⃣wire in up"),
  ]

  static let peerCases: [DiagnosticCase] = [
    .init(
      "not-side-by-side",
      after: "rule r error about wire { open by another 1️⃣host than close \(words) }"),
    .init(
      "not-side-by-side",
      after: "rule r error about wire { at most once open by each 1️⃣wire after close \(words) }"),
    .init(
      "not-side-by-side",
      after:
        "rule r error about wire { expects ping by each 1️⃣wire in up after open before close \(words) }"
    ),
    .init(
      "unknown-subject", suggestion: "other",
      after: "rule r error about wire { open by another 1️⃣othr than close \(words) }"),
    .init(
      "unknown-lifecycle", suggestion: "wire",
      after:
        "rule r error about other { expects ping by each 1️⃣wirre in up after open before close \(words) }"
    ),
    .init(
      "duty-closes-itself",
      after:
        "rule r error about other { expects ping by each wire in up after open before 1️⃣ping \(words) }"
    ),
    .init(
      "overlapping-callbacks",
      after: "rule r error about other { at most once 1️⃣open by each wire after open \(words) }"),
    .init(
      "unknown-unit",
      after: "rule r error about wire { expects ping within 5 1️⃣h after open \(words) }"),
    .init("mismatched-head", after: "rule r error { 1️⃣open by another other than close \(words) }"),
    .init(
      "case-not-allowed",
      after:
        "case c of open where a\nrule r error about other { 1️⃣c by another wire than close \(words) }"
    ),
  ]

  static let caseCases: [DiagnosticCase] = [
    .init("unknown-callback", suggestion: "close", after: "case c of open during 1️⃣clse"),
    .init(
      "case-cannot-hold", after: "case 2️⃣c of open during close and outside 1️⃣close, ping"),
    .init("unexpected-token", suggestion: "during", after: "case c of open 1️⃣durin close"),
    .init(
      "not-the-wider-subject", suggestion: "host",
      after: "rule r error about other { open by another wire than close across 1️⃣wire \(words) }"),
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
        + (1...21).map { ($0 == 21 ? "1️⃣" : "") + "m\($0)" }.joined(separator: " and ")),
    .init(
      "limit-exceeded",
      after: (1...5).map { "case c\($0) of open where a = \"\($0)\"\n" }.joined()
        + "lifecycle 1️⃣l about wire { a -> c1 a | c2 a | c3 a | c4 a | c5 a }"),
    .init("reserved-member", after: "case c of open where 1️⃣kind = \"FSW\""),
    .init("reserved-member", after: "case c of open where not 1️⃣phase"),
    .init("reserved-member", after: "case c of open where 1️⃣time.zone"),
    .init("reserved-member", after: "subject s { member 1️⃣\"time\" }"),
    .init("reserved-member", after: "subject s { member \"s\" members 1️⃣\"lost\" }"),
    .init("reserved-member", after: "subject s { member \"s\" alias 1️⃣\"callback\" }"),
    .init("reserved-member", after: "rule r error { open have 1️⃣duration \"1\" \(words) }"),
    .init(
      "reserved-member",
      after: "callback z about wire { spelling \"z1\" where 1️⃣kind = \"action\" }"),
    .init("unknown-clause", after: "one craft { 1️⃣member \"craft\" }"),
    .init(
      "set-of-joined",
      after: "subject hold within wire { member 2️⃣\"by\", \"of\" members 1️⃣\"holds\" }"),
    .init("duplicate-name", after: "subject hold { member 2️⃣\"by\", 1️⃣\"by\" }"),
    .init(
      "unexpected-token", suggestion: "least",
      after: "rule r error { ping at 1️⃣leest 2 s after open \(words) }"),
    .init(
      "unexpected-token", suggestion: "after",
      after: "rule r error { ping at least 2 s 1️⃣aftr open \(words) }"),
    .init("unknown-unit", after: "rule r error { ping at least 2 1️⃣min after open \(words) }"),
    .init(
      "unknown-callback", suggestion: "open",
      after: "rule r error { ping at least 2 s after 1️⃣opne \(words) }"),
    .init(
      "mismatched-head", after: "rule r error about 1️⃣wire { ping at least 2 s after open \(words) }"
    ),
    .init("rule-cannot-fire", after: "rule 1️⃣r error { ping at least 2 s after boot \(words) }"),
    .init("mismatched-head", after: "rule r error { 1️⃣expects ping after open \(words) }"),
    .init(
      "duty-without-end",
      after: "rule r error about wire { expects ping by each wire in up after open1️⃣ \(words) }"),
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
