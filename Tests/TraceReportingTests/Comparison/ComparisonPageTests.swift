import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TracePages

@testable import TraceReporting

@Suite("Both recordings side by side") struct BothRecordingsSideBySideTests {
  @Test("are each in their own order", arguments: 0..<300 as Range<UInt64>)
  func eachInTheirOwnOrder(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func calls() -> String {
      (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        "c\(Int.random(in: 0...3, using: &generator))"
      }.joined(separator: " ")
    }
    let (base, head) = (calls(), calls())
    let change = try #require(
      BehaviorChange(
        base: ComparisonSamples.trace("a", base), head: ComparisonSamples.trace("a", head)))
    let rows = SideBySide(change).rows
    let left = rows.filter { $0.kind != .extra && $0.kind != .movedHere }
    let right = rows.filter { $0.kind != .missing && $0.kind != .movedAway }
    #expect(left.map(\.call.callback).joined(separator: " ") == base, "seed \(seed)")
    #expect(right.map(\.call.callback).joined(separator: " ") == head, "seed \(seed)")
    #expect(left.map(\.call.baseEvent) == Array(1...left.count), "seed \(seed)")
    #expect(right.map(\.call.headEvent) == Array(1...right.count), "seed \(seed)")
  }

  @Test(
    "show every row that differs, or say how many they do not", arguments: 0..<100 as Range<UInt64>)
  func showEveryRowDiffersOr(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let differs = (0..<200).map { _ in Int.random(in: 0..<12, using: &generator) == 0 }
    let limit = Int.random(in: 0...120, using: &generator)
    let ranges = BehaviorChange.ranges(differs.count, around: 2, limit: limit) { differs[$0] }
    for (one, next) in zip(ranges, ranges.dropFirst()) {
      #expect(one.upperBound < next.lowerBound, "seed \(seed)")
    }
    let shown = Set(ranges.joined())
    let end = ranges.last?.upperBound ?? 0
    for index in differs.indices where differs[index] {
      #expect(shown.contains(index) || index >= end, "seed \(seed)")
    }
    #expect(shown.count < limit + 5 || limit == 0, "seed \(seed)")
  }
}

@Suite("A comparison's page") struct ComparisonsPageTests {
  private func text(_ comparison: ReportComparison) -> String {
    String(decoding: comparison.html(), as: UTF8.self)
  }

  @Test("allows exactly its style and its scripts") func allowsExactlyItsStyleAnd() throws {
    let page = text(ComparisonSamples.comparison)
    let style = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
    #expect(page.contains("style-src 'sha256-\(SHA256.base64(of: Array(style.utf8)))'"))
    #expect(page.contains("default-src 'none'"))
    let scripts = page.matches(of: /(?s)<script>(.*?)<\/script>/).map(\.1)
    let digests = scripts.map { "'sha256-\(SHA256.base64(of: Array($0.utf8)))'" }
    #expect(scripts.count == 2)
    #expect(page.contains("script-src \(digests.joined(separator: " "));"))
    for word in ["unsafe-inline", " style=\"", " src="] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test("keeps hostile text as text") func keepsHostileTextAsText() {
    let page = text(ComparisonSamples.hostile)
    for tag in ["<b>&", "<!--", "<img", "]]>"] {
      #expect(!page.contains(tag), "\(tag)")
    }
    #expect(page.components(separatedBy: "<script").count == 3)
    let acting = page.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
    }
    #expect(acting.isEmpty, "\(acting.map(\.value))")
  }

  @Test("gives every violation a place, and links it from the list")
  func givesEveryViolationPlaceAnd() throws {
    let page = text(ComparisonSamples.comparison)
    let fault = try #require(ComparisonSamples.comparison.faults.first { $0.new > 0 })
    let place = "v-" + PageFrame.shortName(ofFingerprint: fault.fingerprint)
    #expect(page.contains("<article id=\"\(place)\" class=\"panel v"))
    #expect(page.components(separatedBy: "href=\"#\(place)\"").count == 3)
    #expect(page.contains("<form id=\"filter\""))
  }

  @Test("leads with what is new, its cause and its place, also where no trace is in both")
  func leadsWithWhatNewIts()
    throws
  {
    var after = ComparisonSamples.trace("b/new.json", "willConnect didDiscard")
    var violation = SampleReport.discard
    violation.causes = [PossibleCause(text: "Two delegates", action: "Remove one.")]
    after.add([violation])
    let comparison = ReportComparison(
      base: ComparisonSamples.report([
        ComparisonSamples.trace("a/x.json", "willConnect"),
        ComparisonSamples.trace("a/y.json", "willConnect"),
      ]),
      head: ComparisonSamples.report([after, ComparisonSamples.trace("b/z.json", "willConnect")]))
    let page = text(comparison)
    let overview = try #require(
      page.firstMatch(of: /(?s)<section id="overview".*?<\/section>/)
    ).output
    #expect(overview.contains("1 new violation</h2>"))
    #expect(overview.contains("No trace is in both"))
    let place = "v-" + PageFrame.shortName(ofFingerprint: violation.fingerprint)
    #expect(overview.contains("<a href=\"#\(place)\">\(violation.message)</a>"))
    #expect(overview.contains("b/new.json:\(violation.line)</code>, a new trace"))
    #expect(overview.contains("Two delegates"))
    let panel = try #require(
      page.firstMatch(of: /(?s)<article id="v-.*?<\/article>/)
    ).output
    #expect(panel.contains("Remove one.") && panel.contains("Expected beside actual"))
    #expect(!panel.contains("were not compared"))
  }

  @Test("shows both recordings over the same columns, with a hole where one has no call")
  func showsBothRecordingsOverSame()
    throws
  {
    let calls =
      "willConnect willEnterForeground didBecomeActive willResignActive didEnterBackground"
    var after = ComparisonSamples.trace(
      "b.json", calls.replacing(" willResignActive", with: ""))
    func pictures() throws -> [Substring] {
      let page = text(
        ReportComparison(
          base: ComparisonSamples.report([ComparisonSamples.trace("b.json", calls)]),
          head: ComparisonSamples.report([after])))
      let section = try #require(page.firstMatch(of: /(?s)<article id="s1".*?<\/article>/)).output
      #expect(section.contains("data-row=\"0\" data-columns=\"5\""))
      return section.matches(of: /(?s)<svg class="tl".*?<\/svg>/).map(\.output)
    }
    let plain = try pictures()
    #expect(plain.count == 2 && plain[0].prefix(60) == plain[1].prefix(60))
    #expect(plain.map { $0.components(separatedBy: "class=\"band\"").count } == [2, 2])
    #expect(plain.map { $0.contains("no call") } == [false, true])
    #expect(plain.map { $0.contains(">willResignActive<") } == [true, false])
    // A call that the repair adds is drawn next to its counterpart.
    var violation = SampleReport.discard
    violation.event = 4
    violation.repair.insertions = [.init(callback: "willResignActive", beforeEvent: 4)]
    after.add([violation])
    let marked = try pictures()
    #expect(marked[1].contains(">missing<") && marked[1].contains("class=\"gone error\""))
    #expect(!marked[1].contains("no call") && !marked[0].contains(">missing<"))
  }

  @Test("calls a subject the same in the table as beside the pictures")
  func callsSubjectSameInTable() throws {
    func trace(_ calls: String) -> TraceReport {
      var trace = ComparisonSamples.trace("b.json", calls)
      trace.timeline?.lanes = [
        .init(kind: "process", subject: "3316"), .init(kind: "session", subject: "9E58"),
        .init(kind: "session", subject: "00EC"),
      ]
      for index in trace.timeline?.entries.indices ?? 0..<0 {
        trace.timeline?.entries[index].lanes = [min(index, 2)]
      }
      return trace
    }
    let comparison = ReportComparison(
      base: ComparisonSamples.report([trace("launch connect connect leave")]),
      head: ComparisonSamples.report([trace("launch connect connect")]))
    let page = text(comparison)
    let section = try #require(page.firstMatch(of: /(?s)<article id="s1".*?<\/article>/)).output
    let table = section.matches(of: /<td class="state">([^<]*)</).map { String($0.1) }
    #expect(table == ["Process 1", "Session A", "Session B", "Session B"])
    let names = section.matches(of: /class="nm">([^<]*)</).map { String($0.1) }
    #expect(
      names == ["Process 1", "Session A", "Session B", "Process 1", "Session A", "Session B"])
    // In every other format as well.
    let forms = [comparison.text(), comparison.markdown(), comparison.json()]
    for form in forms.map({ String(decoding: $0, as: UTF8.self) }) {
      #expect(form.contains("Session B") && !form.contains("session 2"))
    }
  }

  @Test("says its verdict first") func saysItsVerdictFirst() {
    #expect(text(ComparisonSamples.comparison).contains("<title>✗ 1 new violation — comparison"))
    let other = ReportComparison(base: ComparisonSamples.head, head: ComparisonSamples.base)
    #expect(text(other).contains("<title>✗ 1 new violation"))
    let calm = ReportComparison(
      base: ComparisonSamples.report([ComparisonSamples.trace("a", "c d")]),
      head: ComparisonSamples.report([ComparisonSamples.trace("a", "d c")]))
    #expect(text(calm).contains("<title>⇄ Changed, no new violation"))
    let unread = ReportComparison(
      base: SampleReport.many.report, head: SampleReport.many.report)
    #expect(text(unread).contains("<title>? No change in what could be compared"))
  }

  @Test("stays small when everything is different") func staysSmallWhenEverythingDifferent() {
    func run(_ letter: String) -> Report {
      ComparisonSamples.report(
        (0..<206).map { number in
          let calls = (0..<(number == 0 ? 450 : 30)).map { "\(letter)\($0)" }
          return ComparisonSamples.trace("\(number).json", calls.joined(separator: " "))
        })
    }
    let comparison = ReportComparison(base: run("a"), head: run("b"))
    let page = text(comparison)
    #expect(page.utf8.count < 6_000_000, "\(page.utf8.count)")
    #expect(page.contains("further rows differ"))
    #expect(page.contains("The other 6 traces"))
    let markdown = String(decoding: comparison.markdown(), as: UTF8.self)
    #expect(markdown.contains("more difference") && markdown.utf8.count <= 1_000_000)
    #expect(String(decoding: comparison.text(), as: UTF8.self).contains("more difference"))
  }
}

@Suite("What limits a comparison") struct WhatLimitsComparisonTests {
  private let forms = ComparisonFormat.all

  @Test("is told in every form") func toldInEveryForm() {
    var (before, after) = (ComparisonSamples.base, ComparisonSamples.head)
    before.traces[0].timeline?.isComplete = false
    before.failures = [.init(path: "broken.json", message: "no such file")]
    after.grammarVersion = "2.7"
    let comparison = ReportComparison(base: before, head: after)
    #expect(comparison.comparedTraces == 1 && comparison.uncomparedTraces == ["new/a.json"])
    for form in forms {
      let text = String(decoding: form.render(comparison, options: .plain), as: UTF8.self)
      for word in ["2.7", "broken.json", "no such file", "new/a.json"] {
        #expect(text.contains(word), "\(word): \(text.prefix(400))")
      }
    }
    #expect(
      comparison.caveats == [
        "checked against different grammars, G 1 before, G 2.7 now",
        "not read before: broken.json: no such file",
        "not compared call by call, because a report does not list all events: new/a.json",
      ])
  }

  @Test("is nothing that is suppressed: that is never new") func nothingSuppressedNeverNew() throws
  {
    var after = ComparisonSamples.head
    let place = try #require(
      after.traces[0].groups.firstIndex { $0.fingerprint.hasPrefix("e") })
    after.traces[0].groups[place].suppressed = 1
    let comparison = ReportComparison(base: ComparisonSamples.base, head: after)
    #expect(comparison.newViolations == 0 && comparison.goneViolations == 1)
    #expect(comparison.unchangedViolations == 1)
  }

  @Test("is no hindrance to telling times that shifted and calls that moved")
  func noHindranceToTellingTimes() {
    let comparison = ComparisonSamples.comparison
    for form in forms {
      let text = String(decoding: form.render(comparison, options: .plain), as: UTF8.self)
      for word in ["missing", "extra", "moved", "didUpdate", "didEnterBackground", "gone.json"] {
        #expect(text.contains(word), "\(word)")
      }
      #expect(["slower", "\"timingShifts\""].contains { text.contains($0) })
    }
  }

  @Test("is told without control characters at a terminal") func toldWithoutControlCharactersAt() {
    for form in forms where ["text", "markdown"].contains(form.name) {
      let bytes = form.render(ComparisonSamples.hostile, options: .plain)
      let text = String(decoding: bytes, as: UTF8.self)
      let acting = text.unicodeScalars.filter { scalar in
        scalar != "\n"
          && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
      }
      #expect(acting.isEmpty, "\(acting.map(\.value))")
    }
  }
}
