import Foundation
import TestSupport
import Testing

/// A text with one mistake, marked with 1️⃣, and the expected diagnostic; 2️⃣ marks the position of the note. Those that are
/// not long are in `Cases/diagnostics.txt`.
struct DiagnosticCase: Sendable, CustomTestStringConvertible {
  var code: String
  var severity = "error"
  var suggestion: String?
  /// Parts of its message or of its notes.
  var words: [String] = []
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
  static let all = written + made

  /// Those of the file.
  private static let written: [DiagnosticCase] =
    CaseFile.all(in: "Tests/TraceGrammarTests/Cases").flatMap { test in
      test.lines.reduce(into: [DiagnosticCase]()) { cases, line in
        if line.word == "suggests" {
          cases[cases.count - 1].suggestion = line.text
          return
        }
        if line.word == "says" {
          cases[cases.count - 1].words.append(line.text)
          return
        }
        let place = line.word.split(separator: "-")
        let text = line.text.replacing("⏎", with: "\n").replacing("{words}", with: words)
        let before = ["after": sound, "extends": "grammar App \"1.0\" extends UIScene {}\n"]
        cases.append(
          DiagnosticCase(
            test.name, place.count > 1 ? "warning" : "error",
            whole: (before[String(place[0])] ?? "") + text))
      }
    }

  /// A lifecycle about `wire` that declares a number of states, two of which are used.
  private static func lifecycle(_ name: String, states count: Int, andOne more: String? = nil)
    -> String
  {
    let states =
      (0..<count).map { "state s\($0) \"t\"\n" } + (more.map { ["state \($0) \"t\"\n"] } ?? [])
    return "lifecycle \(name) about wire {\ns0 -> open s1\ns1 -> close s0\n\(states.joined())}\n"
  }

  /// A lifecycle with an order.
  private static func order(_ code: String, _ order: String) -> DiagnosticCase {
    .init(code, after: "lifecycle l about wire { order \"\(order)\" }")
  }

  private static let made: [DiagnosticCase] = [
    .init("text-too-long", whole: "1️⃣" + String(repeating: "// padding\n", count: 100_000)),
    order("limit-exceeded", String(repeating: "(", count: 32) + "1️⃣(open"),
    order("limit-exceeded", String(repeating: "open, ", count: 127) + "1️⃣open"),
    .init(
      "limit-exceeded",
      after: (0...1_023).map { "group g\($0) = open\n" }.joined()
        .replacingOccurrences(of: "group g1023", with: "group 1️⃣g1023")),
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
      after: (1...9).map {
        "callback c\($0) about wire { spelling \"u\($0)\" where m\($0) = \"a\" }\n"
      }
      .joined().replacingOccurrences(of: "where m9", with: "where 1️⃣m9")),
    .init("limit-exceeded", after: lifecycle("l", states: 128, andOne: "1️⃣more")),
    .init(
      "limit-exceeded",
      after: (1...31).map { lifecycle("l\($0)", states: 128) }.joined()
        + lifecycle("last", states: 126, andOne: "1️⃣more")),
    .init(
      "duplicate-spelling",
      whole: sound.replacingOccurrences(of: "\"wireDid", with: "2️⃣\"wireDid")
        + "callback c about wire { objc \"c:\", 1️⃣\"wireDidOpen(_:)\" }"),
    .init(
      "missing-unexpected-rule", "warning",
      whole: sound.replacingOccurrences(of: "anything else", with: "ping takes at most 1 s")
        + "1️⃣"),
    .init(
      "limit-exceeded",
      after: (1...64).map { "case c\($0) of open where m > \($0)\n" }.joined()
        + "case d of open while some 1️⃣wire in up"),
    .init(
      "limit-exceeded",
      after: "case c of open where "
        + (1...21).map { ($0 == 21 ? "1️⃣" : "") + "m\($0)" }.joined(separator: " and ")),
    .init(
      "limit-exceeded",
      after: (1...5).map { "case c\($0) of open where a = \"\($0)\"\n" }.joined()
        + "lifecycle 1️⃣l about wire { a -> c1 a | c2 a | c3 a | c4 a | c5 a }"),
  ]
}
