import Foundation
import TestSupport
import Testing
import TraceJSON

/// What the command does, as the files in `Corpus/Commands` list it.
///
/// * `file PATH` writes its block, `cut PATH` without the last line end, `file PATH = NAME` one of `Traces` or a file of the
///   project, and `events PATH MEMBERS` a recording of `ShortEvents`, with commas or on lines of their own, and with what
///   each of them has as `name=value`.
/// * `$ WORDS` runs `callorder` with these words and its block on standard input; quotes keep a word with spaces together.
///   It ends with status 0, unless the next line is `exit STATUS`. `in FOLDER` is where the commands below run.
/// * `out TEXT` and `out! TEXT` say what standard output contains, or not; `out^ TEXT` how it begins, `out$ TEXT` how it
///   ends, `out*2 TEXT` that it is there twice; `out=` has all of it as its block, and `same` means that it is that of the
///   command before. `err` is standard error. `⏎` is the end of a line, `␛` an escape.
/// * `calls COUNT` says how many calls a report as JSON has, none of which is an error or a warning.
/// * `save PATH` writes the output to a file, `cat PATH` reads a file in place of it, and `none PATH` says that there is
///   none.
@Suite("Commands") struct CommandCaseTests {
  private static let all = CaseFile.all(in: "Tests/CallOrderCommandTests/Corpus/Commands")

  @Test("have many cases")
  func count() { #expect(Self.all.count > 500) }

  @Test("do what the cases say", arguments: all)
  func cases(_ test: CaseFile.Case) throws {
    var run = CommandCase(try TemporaryFolder(), path: test.path)
    for (index, line) in test.lines.enumerated() {
      let next = index + 1 < test.lines.count ? test.lines[index + 1] : nil
      try run.take(line, next?.word == "exit" ? next : nil)
    }
    #expect(run.count > 0, "\(test.path) has a case without a command: \(test.name)")
  }
}

/// A case while it runs.
private struct CommandCase {
  private let folder: TemporaryFolder
  private let path: String
  private var place: String
  private var words: [String] = []
  private var last = CommandRun(status: 0, output: "", errorOutput: "")
  private var before = ""
  /// How many commands have run.
  private(set) var count = 0

  init(_ folder: TemporaryFolder, path: String) {
    (self.folder, self.path, place) = (folder, path, folder.path)
  }

  mutating func take(_ line: CaseFile.Line, _ exit: CaseFile.Line?) throws {
    let text = line.text.replacing("⏎", with: "\n").replacing("␛", with: "\u{1B}")
    switch line.word {
    case "file":
      let names = text.components(separatedBy: " = ")
      try folder.write(
        names.count == 1 ? line.content.replacing("␛", with: "\u{1B}") : try sample(names[1]),
        to: names[0])
    case "cut": try folder.write(String(line.content.dropLast()), to: text)
    case "events":
      let words = text.split(separator: " ").map(String.init)
      let always = words.filter { $0.contains("=") }.joined(separator: " ")
      let members = words.dropFirst().filter { !$0.contains("=") }
      let events = line.block.flatMap {
        $0.hasPrefix("{") ? [$0] : $0.components(separatedBy: ", ")
      }
      let text = ShortEvents(events, members: Array(members), always: always).text
      try folder.write(text, to: words[0])
    case "in": place = folder.path(text)
    case "$":
      before = last.output
      words = Self.words(of: text)
      last = callorder(words, from: place, input: line.content)
      count += 1
      expect("\(last.status)" == exit?.text ?? "0", line)
    case "exit": break
    case "cat":
      words = ["cat", text]
      before = last.output
      last = CommandRun(
        status: 0, output: try #require(folder.text(text), "no file \(text)"), errorOutput: "")
    case "save": try folder.write(last.output, to: text)
    case "none": expect(folder.text(text) == nil, line)
    case "calls": expect(try calls() == Int(text), line)
    case "same": expect(last.output == before, line)
    default: try expect(line, text)
    }
  }

  private func expect(_ line: CaseFile.Line, _ text: String) throws {
    let isOutput = line.word.hasPrefix("out")
    let said = isOutput ? last.output : last.errorOutput
    switch line.word.dropFirst(3) {
    case "": expect(said.contains(text), line)
    case "!": expect(!said.contains(text), line)
    case "^": expect(said.hasPrefix(text), line)
    case "$": expect(said.hasSuffix(text), line)
    case let count where count.hasPrefix("*"):
      expect("*\(said.components(separatedBy: text).count - 1)" == count, line)
    case "=": expect(said == line.content, line)
    default: Issue.record("\(path):\(line.number): what is '\(line.word)'?")
    }
  }

  private func expect(_ isTrue: Bool, _ line: CaseFile.Line) {
    if isTrue { return }
    Issue.record(
      """
      \(path):\(line.number): \(line.word) \(line.text)
      \(words.joined(separator: " ")) ended with status \(last.status)
      \(last.output)\(last.errorOutput)
      """)
  }

  /// The calls in a report: its events without those that may be missing or are not clear. Nil if a call is wrong.
  private func calls() throws -> Int? {
    let report = try JSONValue(parsing: Array(last.output.utf8))
    let trace = try #require(report["traces"]?.array?.first)
    let accused = (trace["violations"]?.array ?? []).contains { $0["severity"]?.string != "note" }
    let others = (trace["notes"]?.array ?? []).filter {
      ["events-lost", "unclear-call"].contains($0["id"]?.string)
    }
    let count = others.reduce(trace["events"]?.integer ?? 0) { $0 - ($1["count"]?.integer ?? 0) }
    return accused ? nil : Int(count)
  }

  private func sample(_ name: String) throws -> String {
    if let trace = Traces.named[name] { return trace }
    let bytes = try #require(Repository.bytes(name), "\(path): there is no \(name)")
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func words(of line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }
}
