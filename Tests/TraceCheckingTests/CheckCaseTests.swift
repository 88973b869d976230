import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

@testable import TraceChecking

/// What the checker finds in short recordings, as the files in `Cases` list it.
///
/// * `grammar` has a text as its block, or names a shipped one.
/// * `members NAMES` are the members that the words after a callback stand for, `always` is part of every event, and
///   `given EVENTS` come before those of each row.
/// * `short NAME WORDS` lets an event begin with the name in place of the words.
/// * `how WORDS` says how the recordings are judged. Without a word they show everything. `inferred`: they show what occurs
///   in them; `program`: as the program judges them, by what they state and what occurs; `all`, `complete`, `os=…`, `sdk=…`:
///   what they state; `records=CALLS`: that they record these calls; `lives`: lives must be complete; `off=RULES`; `without=RULE`: whatever that one finds.
/// * `- EVENTS => FINDINGS` is a recording. Events are separated by commas, and each is one of `ShortEvents`. A finding is a
///   rule and, as far as they are written, its severity, event, subject, quirk, cause, and the events that its repair leaves
///   out, as `−5`; `…` is any number of them.
/// * After a row, `says TEXT` is part of some message, `assumes TEXT` is part of what some finding assumes, without a text:
///   none assumes anything, `related TEXT` is part of what is said about another event, `notes` are the ids of all notes, `note TEXT` is part of one of them
///   in the form `id event ×count: message`, `verdict` and `reason` are those of the report, `unjudged` is its number, and
///   `subjects` begins the counts of its subjects by kind.
@Suite("Short recordings") struct CheckCaseTests {
  private static let all = CaseFile.all(in: "Tests/TraceCheckingTests/Cases")

  @Test("have many cases")
  func count() { #expect(Self.all.count > 150) }

  @Test("show what the cases say", arguments: all)
  func cases(_ test: CaseFile.Case) throws {
    var run = CheckCase(path: test.path)
    for line in test.lines { try run.take(line) }
    #expect(run.count > 0, "\(test.path) has a case without a recording: \(test.name)")
  }
}

/// A case while it runs.
struct CheckCase {
  let path: String
  private var grammar: Grammar?
  private var members: [String] = []
  private var always = ""
  private var given = ""
  private var short: [String: String] = [:]
  private var how: [String] = []
  private var last = TraceReport(path: "")
  /// How many recordings were judged.
  private(set) var count = 0

  init(path: String) { self.path = path }

  mutating func take(_ line: CaseFile.Line) throws {
    switch line.word {
    case "grammar":
      grammar = ShippedGrammar.named(line.text)?.grammar()
      if line.block.isEmpty { return }
      let (parsed, diagnostics) = Grammar.parse(Array(line.content.utf8))
      let own: Grammar = try #require(parsed, "\(path): \(diagnostics)")
      grammar = own
    case "members": members = line.text.split(separator: " ").map(String.init)
    case "always": always = line.text
    case "given": given = line.text + ", "
    case "short":
      let name = String(line.text.prefix { $0 != " " })
      short[name] = String(line.text.dropFirst(name.count))
    case "how": how = line.text.split(separator: " ").map(String.init)
    case "-":
      let parts = line.text.split(separator: "=>", omittingEmptySubsequences: false)
      try #require(parts.count == 2, "\(path):\(line.number): no => in a recording")
      let events = (given + parts[0]).split(separator: ",").map(inFull)
      last = try report(ShortEvents(events, members: members, always: always).text)
      if let rule = value("without") { last.violations.removeAll { $0.rule == rule } }
      count += 1
      expect(matches(parts[1]), line)
    case "says": expect(last.violations.contains { $0.message.contains(line.text) }, line)
    case "assumes":
      let assumed = last.violations.compactMap(\.assumption)
      expect(
        line.text.isEmpty ? assumed.isEmpty : assumed.contains { $0.contains(line.text) }, line)
    case "related":
      let related = last.violations.flatMap(\.related)
      expect(related.contains { "\($0.event): \($0.message)".contains(line.text) }, line)
    case "notes": expect(last.notes.map(\.id).joined(separator: " ") == line.text, line)
    case "note":
      expect(
        last.notes.contains {
          "\($0.id) \($0.event ?? 0) ×\($0.count): \($0.message)".contains(line.text)
        }, line)
    case "subjects":
      let counts = last.subjectCounts.map { "\($0.count)" }
      expect(counts.starts(with: line.text.split(separator: " ").map(String.init)), line)
    case "unjudged": expect("\(last.unjudged)" == line.text, line)
    case "verdict": expect(last.verdict.rawValue == line.text, line)
    case "reason": expect(last.reason?.hasPrefix(line.text) ?? false, line)
    default: Issue.record("\(path):\(line.number): what is '\(line.word)'?")
    }
  }

  /// An event with the words that its first one stands for.
  private func inFull(_ event: Substring) -> String {
    let words = event.drop { $0 == " " }
    let name = words.prefix { $0 != " " }
    return short[String(name)].map { $0 + words.dropFirst(name.count) } ?? String(words)
  }

  private func value(_ name: String) -> String? {
    how.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  private func version(_ name: String) -> PlatformVersion? {
    value(name).map { text in
      PlatformVersion(platform: "iOS", numbers: text.split(separator: ".").compactMap { Int($0) })
    }
  }

  private func report(_ text: String) throws -> TraceReport {
    let plan = Plan(try #require(grammar, "\(path): no grammar"))
    var options = CheckOptions()
    options.demandsCompleteLives = how.contains("lives")
    options.platform = version("os")
    options.sdk = version("sdk")
    for rule in value("off")?.split(separator: "+") ?? [] {
      options.severities[String(rule)] = .some(nil)
    }
    if how.contains("program") {
      let trace = try StoredTrace(MemorySource(Array(text.utf8)), members: plan.members)
      var statements = Statements()
      if how.contains("all") { statements.records = .all }
      if let names = value("records") {
        statements.records = .callbacks(names.split(separator: "+").map(String.init))
      }
      statements.isComplete = how.contains("complete")
      return TraceJudge(plan).judge(
        trace.store, statements, TraceReport(path: "trace", format: trace.header.format), options
      ).report
    }
    var shown: RecordedCallbacks?
    if how.contains("inferred") {
      shown = try TraceCheck(plan).occurred(in: text)
      shown?.isInferred = true
    }
    let isComplete = how.contains("complete")
    return try TraceCheck(plan, showing: shown, options: options, isComplete: isComplete)
      .report(of: text)
  }

  /// Whether the findings are those of a row.
  private func matches(_ row: Substring) -> Bool {
    let expected = row.split(separator: ",").map { $0.split(separator: " ").map(String.init) }
      .filter { !$0.isEmpty }
    if expected == [["…"]] { return !last.violations.isEmpty }
    return expected.count == last.violations.count
      && zip(expected, last.violations).allSatisfy { words, finding in
        let hasQuirk = words.contains { $0 == finding.quirk }
        let told =
          [finding.rule, "\(finding.severity)", "\(finding.event)", finding.subject, finding.quirk]
          + [finding.cause.rawValue] + finding.repair.deletions.map { "−\($0.event)" }
        return words.allSatisfy { told.contains($0) } && words.contains(finding.rule)
          && hasQuirk == (finding.quirk != nil)
      }
  }

  private func expect(_ isTrue: Bool, _ line: CaseFile.Line) {
    if isTrue { return }
    let found = last.violations.map {
      "\($0.rule) \($0.severity) \($0.event) \($0.subject) \($0.quirk ?? ""): \($0.message)"
        + " (\($0.assumption ?? "")) \($0.related.map(\.message))"
    }
    let notes = last.notes.map { "\($0.id) \($0.event ?? 0) ×\($0.count): \($0.message)" }
    Issue.record(
      """
      \(path):\(line.number): \(line.word) \(line.text)
      \((found + notes).joined(separator: "\n"))
      \(last.verdict), \(last.reason ?? "")
      """)
  }
}

extension CheckCase {
  /// The grammar of a case in a file, by the beginning of the case's name.
  static func grammar(in file: String, of name: String = "") throws -> Grammar {
    let test = CaseFile.all(in: "Tests/TraceCheckingTests/Cases").first {
      $0.path.hasSuffix("/" + file) && $0.name.hasPrefix(name)
    }
    let text = test?.lines.first { $0.word == "grammar" }?.content ?? ""
    return try #require(Grammar.parse(Array(text.utf8)).grammar, "no grammar in \(file)")
  }
}
