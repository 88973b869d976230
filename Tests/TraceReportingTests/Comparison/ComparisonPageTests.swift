import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TracePages

@testable import TraceReporting

@Suite("The ranges around differences") struct RangesAroundDifferencesTests {
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
    #expect(page.components(separatedBy: "<script").count == 5)
    let acting = page.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
    }
    #expect(acting.isEmpty, "\(acting.map(\.value))")
  }

  @Test("gives every finding a place")
  func givesEveryFindingAPlace() throws {
    let page = text(ComparisonSamples.comparison)
    let fault = try #require(ComparisonSamples.comparison.faults.first { $0.new > 0 })
    let place = "v-" + PageFrame.shortName(ofFingerprint: fault.fingerprint)
    #expect(page.contains("<article class=\"panel v error\" id=\"\(place)\""))
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
    #expect(overview.contains("1 new finding</h2>"))
    #expect(overview.contains("No trace is in both"))
    let place = "v-" + PageFrame.shortName(ofFingerprint: violation.fingerprint)
    #expect(overview.contains("<a href=\"#\(place)\">") && overview.contains("</span> new</span>"))
    #expect(page.contains(/Only now<\/h3>\n<ul[^>]*>\n<li>b\/new.json/))
    #expect(overview.contains("Two delegates"))
    let panel = try #require(
      page.firstMatch(of: /(?s)<article [^>]* id="v-.*?<\/article>/)
    ).output
    #expect(panel.contains("Remove one.") && panel.contains("Expected beside actual"))
    #expect(!panel.contains("were not compared"))
  }

  @Test("marks what is new and what is fixed, and shows the trace that had it")
  func marksNewAndFixed() throws {
    var fixed = ComparisonSamples.trace("run/b.json", "willConnect didDiscard")
    var old = SampleReport.discard
    (old.fingerprint, old.event) = (String(repeating: "a", count: 32), 2)
    old.causes = [PossibleCause(text: "An old cause", action: "Never mind.")]
    fixed.add([old])
    var changed = ComparisonSamples.trace("run/a.json", "willConnect didDiscard")
    var new = SampleReport.discard
    (new.fingerprint, new.event) = (String(repeating: "b", count: 32), 2)
    new.repair = Repair(insertions: [.init(callback: "didDisconnect", beforeEvent: 2)])
    changed.add([new])
    let comparison = ReportComparison(
      base: ComparisonSamples.report([
        ComparisonSamples.trace("run/a.json", "willConnect didDisconnect didDiscard"), fixed,
      ]),
      head: ComparisonSamples.report([
        changed, ComparisonSamples.trace("run/b.json", "willConnect"),
      ]))
    let page = text(comparison)
    let panels = page.matches(of: /(?s)<article .*?<\/article>/).map { String($0.output) }
    try #require(panels.count == 2)
    #expect(panels[0].contains("data-change=\"new\"") && panels[0].contains("What changed</h3>"))
    #expect(panels[0].contains("Before, didDisconnect came first."))
    #expect(
      panels[1].contains("data-change=\"fixed\"") && panels[1].contains("run/b.json (before)"))
    #expect(!panels[1].contains("Never mind.") && !panels[1].contains("Copy command"))
    // The numbers are those of the second report.
    #expect(page.contains("<b>1</b> failing</li>") && page.contains("Traces <small>2</small>"))
    let same = text(ReportComparison(base: comparison.head, head: comparison.head))
    #expect(!same.contains("change-mark new") && same.contains("data-change=\"unchanged\""))
  }

  @Test("calls a subject the same in every format")
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
    let section = try #require(page.firstMatch(of: /(?s)<section id="calls".*?<\/section>/)).output
    let table = section.matches(of: /<td>([^<\n]*)\n/).map { String($0.1) }
    #expect(table == ["Session A", "Session B", "Session B"])
    // In every other format as well.
    let forms = [comparison.text(), comparison.markdown(), comparison.json()]
    for form in forms.map({ String(decoding: $0, as: UTF8.self) }) {
      #expect(form.contains("Session B") && !form.contains("session 2"))
    }
  }

  @Test("says its verdict first") func saysItsVerdictFirst() {
    #expect(text(ComparisonSamples.comparison).contains("<title>✗ 1 new finding — comparison"))
    let other = ReportComparison(base: ComparisonSamples.head, head: ComparisonSamples.base)
    #expect(text(other).contains("<title>✗ 1 new finding"))
    let calm = ReportComparison(
      base: ComparisonSamples.report([ComparisonSamples.trace("a", "c d")]),
      head: ComparisonSamples.report([ComparisonSamples.trace("a", "d c")]))
    #expect(text(calm).contains("<title>⇄ Changed, no new finding"))
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
    #expect(page.contains("more difference"))
    #expect(page.contains("The other 156 traces"))
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
