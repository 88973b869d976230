import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

/// A style of log, from `Corpus/log-styles.txt`.
struct LogStyle: Sendable, CustomTestStringConvertible {
  var name: String
  var lines: [(meaning: String, text: String)] = []

  var testDescription: String { name }

  static let all: [LogStyle] = {
    let bytes = Repository.bytes("Tests/CallOrderCommandTests/Corpus/log-styles.txt") ?? []
    var styles: [LogStyle] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("# ") {
        styles.append(LogStyle(name: String(line.dropFirst(2))))
      } else if !styles.isEmpty, let bar = line.firstRange(of: " | ") {
        let meaning = line[..<bar.lowerBound].filter { $0 != " " }
        let text = line[bar.upperBound...].replacing("␛", with: "\u{1B}")
        styles[styles.count - 1].lines.append((String(meaning), String(text)))
      }
    }
    return styles
  }()
}

@Suite("Lines of logs") struct LogStyleTests {
  /// A call between two lines, so that they do not look like lines of the same method.
  private static let other = "applicationDidReceiveMemoryWarning(_:)"

  @Test("there are many styles of them")
  func count() {
    #expect(LogStyle.all.count >= 100)
    #expect(LogStyle.all.allSatisfy { !$0.lines.isEmpty })
  }

  @Test("are read as what they say, and as nothing else", arguments: LogStyle.all)
  func style(_ style: LogStyle) throws {
    var lines = ["first: sceneDidDisconnect(_:)"]
    var numbers: [Int] = []
    for line in style.lines {
      if !line.meaning.hasSuffix("+") { lines.append(Self.other) }
      lines.append(line.text)
      numbers.append(lines.count)
    }
    var options = CheckOptions()
    options.timeline = .upTo(1_000)
    let text = lines.joined(separator: "\n")
    let report = checkTraces(
      [TraceInput(path: "style.log") { MemorySource(Array(text.utf8)) }], options: options)
    let timeline = try #require(report.traces.first?.timeline)
    var found: [Int: [String]] = [:]
    for entry in timeline.entries {
      found[entry.line, default: []].append(entry.kind == .gap ? "?" : entry.callback)
    }
    for (line, number) in zip(style.lines, numbers) {
      let expected = line.meaning == "." || line.meaning.hasSuffix("+") ? [] : [line.meaning]
      let read = found[number] ?? []
      #expect(Set(read) == Set(expected) && (read.count < 2 || line.meaning == "?"), "\(line.text)")
    }
  }
}
