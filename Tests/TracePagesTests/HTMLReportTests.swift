import CZlib
import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar
import TraceReporting

@testable import TracePages

@Suite("The page of a report") struct HTMLReportTests {
  /// The page with its script and the report that this draws from.
  private func whole(_ report: Report) -> String {
    let page = HTMLReport(json: { JSONReport().write(report, to: $0) })
    return String(decoding: page.render(report, grammar: PageSamples.grammar), as: UTF8.self)
  }

  /// The text of the page.
  private func page(_ report: Report) -> String {
    String(
      decoding: HTMLReport().render(report, grammar: PageSamples.grammar), as: UTF8.self)
  }

  /// The SHA-256 digest in base 64, as in `'sha256-…'` of a content security policy.
  private func digest(of text: some StringProtocol) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(String(text), to: "text")
    let script =
      "if command -v sha256sum >/dev/null; then sha256sum text; else shasum -a 256 text; fi"
    let sum = try OtherPrograms.run("/bin/sh", ["-c", script], in: folder.path).output
    let digits = Array(sum.prefix(64))
    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }

  private func identities(in page: String) -> [Substring] {
    page.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
  }

  @Test("is as recorded for a short trace")
  func aSmallPageIsAsRecorded() {
    let bytes = HTMLReport().render(PageSamples.single, grammar: PageSamples.grammar)
    expectSnapshot(withStandIns(bytes), named: "HTMLReport-single.html")
  }

  @Test("is written in pieces where it is long")
  func aLongPageIsWrittenInPieces() {
    let report = PageSamples.report([PageSamples.long(events: 60_000, faultEvery: 400)])
    let page = HTMLReport(json: { JSONReport().write(report, to: $0) })
    var document: [UInt8] = []
    var largest = 0
    page.write(report) { piece in
      document += piece
      largest = max(largest, piece.count)
      return true
    }
    #expect(document == page.render(report))
    #expect(document.count > 300_000 && largest < 1 << 19, "\(document.count), \(largest)")
  }

  @Test("contains the report as JSON, once", arguments: [PageSamples.busy, PageSamples.hostile])
  func containsTheReport(report: Report) throws {
    let text = whole(report)
    let packed = try #require(
      text.firstMatch(of: /<script type="text\/plain" id="report">([A-Za-z0-9+\/=]*)<\/script>/)
    ).1
    let bytes = try #require(Data(base64Encoded: String(packed)))
    let json = JSONReport().render(report)
    var inflated = [UInt8](repeating: 0, count: json.count + 1)
    var count = UInt(inflated.count)
    let result = bytes.withUnsafeBytes { input in
      uncompress(
        &inflated, &count, input.bindMemory(to: UInt8.self).baseAddress, UInt(input.count))
    }
    #expect(result == Z_OK)
    #expect(Array(inflated.prefix(Int(count))) == json)
  }

  @Test("has the same bytes for the same report")
  func theSameReportGivesTheSameBytes() {
    #expect(whole(PageSamples.busy) == whole(PageSamples.busy))
  }

  @Test("allows exactly its own style and scripts")
  func thePolicyAllowsExactlyThisStyleAndThisScript() throws {
    let text = whole(PageSamples.single)
    let style = try #require(text.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
    #expect(text.contains("style-src 'sha256-\(try digest(of: style))'"))
    let scripts = text.matches(of: /(?s)<script>(.*?)<\/script>/).map(\.1)
    #expect(scripts.count == 2)
    let digests = try scripts.map { "'sha256-\(try digest(of: $0))'" }
    #expect(text.contains("script-src \(digests.joined(separator: " "));"))
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("unsafe-inline"))
    #expect(text.firstMatch(of: /<[a-z][^>]* (style|on[a-z]+)=/) == nil)
    #expect(text.firstMatch(of: /<[a-z][^>]* src=/) == nil)
  }

  @Test("has the digests of its files", arguments: 0..<3)
  func digests(index: Int) throws {
    let assets = [
      PageAssets.reportStyles, PageAssets.cardStyles, PageAssets.script,
    ]
    #expect(try assets[index].digest == digest(of: assets[index].text))
  }

  @Test(
    "writes text so that it stays text",
    arguments: [
      ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"), ("line\nbreak", "line break"),
      ("\u{0}\u{1B}[31m", "⟨U+0⟩⟨U+1B⟩[31m"), ("\u{202E}gnp", "⟨U+202E⟩gnp"),
      ("\u{FFFE}\u{2028}\u{85}", "⟨U+FFFE⟩⟨U+2028⟩⟨U+85⟩"), ("größer 👩‍💻", "größer 👩‍💻"),
    ])
  func textIsWrittenSoThatItStaysText(text: String, expected: String) {
    let markup: Markup = "\(text)"
    #expect(String(decoding: markup.bytes, as: UTF8.self) == expected)
  }

  @Test("cuts a very long text and says so")
  func aVeryLongTextIsCutAndSaysSo() {
    let markup: Markup = "\(String(repeating: "x", count: 1_000_000))"
    #expect(markup.bytes.count < 5_000)
    #expect(String(decoding: markup.bytes, as: UTF8.self).hasSuffix("… (1000000 bytes in all)"))
  }

  @Test("has no hostile text where it would mean something")
  func hostileTextReachesNoPlaceWhereItMeansSomething() {
    let text = whole(PageSamples.hostile)
    #expect(!text.contains("<img"))
    #expect(!text.contains("href=\"javascript:"))
    // The report and names as data, and the two scripts of the page.
    #expect(text.count(of: "<script") == 4)
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    #expect(!text.unicodeScalars.contains("\u{0}"))
  }

  @Test("does not say that nothing is allowed where the call itself was legal")
  func whatIsAllowedIsNotDeniedWhereTheCallItselfWasLegal() throws {
    var report = PageSamples.single
    let states = report.traces[0].violations[0].states
    report.traces[0].violations[0].expected = []
    report.traces[0].violations[0].cause = .tooLate
    let text = page(report)
    #expect(!states.isEmpty && !text.contains("Nothing is allowed"))
  }

  @Test("has a title that says the verdict first")
  func titlesSayTheVerdictFirst() {
    #expect(page(PageSamples.single).contains("<title>✗ 1 error — launch-discard.json</title>"))
    #expect(page(PageSamples.conforming).contains("<title>✓ No findings — launch.json</title>"))
    #expect(page(PageSamples.folder(9)).contains("— 9 traces</title>"))
    #expect(
      page(PageSamples.report([])).contains("<title>? Nothing was checked — no traces</title>"))
  }

  @Test("writes times of an hour and more with hours and minutes")
  func longTimes() {
    var long = PageSamples.single
    var timeline = long.traces[0].timeline ?? Timeline()
    for index in timeline.entries.indices {
      timeline.entries[index].time = timeline.entries[index].time.map { $0 * 1_000 }
    }
    long.traces[0].timeline = timeline
    #expect(page(long).contains(" min</p>"))
    #expect(
      page(long).contains("<th>Time<th>") && page(PageSamples.single).contains("<th>Time (s)<th>"))
  }

  @Test("knows from the numbers what a call leads to where the grammar is not known")
  func withoutAGrammarTheStepsComeFromTheNumbers() {
    let text = String(decoding: HTMLReport().render(PageSamples.single), as: UTF8.self)
    #expect(text.contains("data-claims=\"discarded\""))
    #expect(text.contains("UIKit disconnects the scene first"))
  }

  @Test("names what was allowed, the likeliest first")
  func allowedCalls() throws {
    let text = page(PageSamples.single)
    let calls = text.matches(of: /<li><code>([^<]*)<\/code> <span>→ ([^<]*)<\/span>/)
      .map { "\($0.1) → \($0.2)" }
    #expect(
      calls.prefix(2) == [
        "sceneDidDisconnect → disconnected", "sceneWillEnterForeground → inactive",
      ])
  }

  @Test("tells a finding without the events of its trace")
  func withoutEventsThePageTells() {
    let text = page(PageSamples.withoutTimelines(PageSamples.single))
    #expect(text.contains("Expected beside actual"))
  }

  @Test("has neither table nor picture of what never happened")
  func absencesHaveNoTable() {
    var report = PageSamples.single
    report.traces[0].violations[0].cause = .missing
    report.traces[0].violations[0].repair = Repair()
    for index in report.traces[0].violations[0].steps.indices {
      report.traces[0].violations[0].steps[index].mark = .match
    }
    let text = page(report)
    #expect(!text.contains("<table class=\"align") && !text.contains("<figure class=\"steps"))
  }

  @Test("says that a state lasts after a call that should not be there")
  func stillActive() {
    let text = page(PageSamples.busy)
    #expect(text.contains(/<tr class="unexpected[^\n]*<td>still active/))
  }

  @Test("gives every place an identity of its own")
  func identitiesAreUniqueInEveryPage() {
    let reports = [
      PageSamples.busy, PageSamples.folder(30), PageSamples.hostile,
      PageSamples.tenThousand,
    ]
    for report in reports {
      let ids = identities(in: page(report))
      #expect(Set(ids).count == ids.count, "\(ids.count - Set(ids).count) identities twice")
    }
  }

  @Test("tells equal traces under equal paths apart in its links")
  func equalTracesUnderEqualPathsKeepApartInTheirLinks() {
    let trace = PageSamples.single.traces[0]
    let ids = identities(in: page(PageSamples.report([trace, trace])))
    #expect(Set(ids).count == ids.count)
  }

  @Test("counts ten thousand findings")
  func tenThousandFindingsAreCounted() {
    let report = PageSamples.tenThousand
    let text = page(report)
    let counts = text.matches(of: /data-count="(\d+)"/).compactMap { Int($0.1) }
    #expect(counts.count <= 250 && counts.reduce(0, +) >= report.traces[0].violations.count)
    #expect(text.contains("Findings <small>\(grouped(report.counts.total))</small>"))
  }

  @Test(
    "stays within its size for a long trace",
    arguments: [(2_000, 160, 330_000), (20_000, 1_000, 800_000), (100_000, 2_000, 2_800_000)])
  func pagesKeepWithinTheirSize(events: Int, faultEvery: Int, limit: Int) {
    let trace = PageSamples.long(events: events, faultEvery: faultEvery)
    let size = whole(PageSamples.report([trace])).utf8.count
    #expect(size <= limit, "\(size) bytes for \(events) events")
  }

  @Test("has a row for each of two hundred traces")
  func aFolderOfTwoHundredTracesHasARowForEach() {
    let report = PageSamples.folder(200)
    let text = whole(report)
    #expect(text.count(of: "<tr id=\"t") == 200)
    for trace in report.traces {
      #expect(text.contains(trace.path.split(separator: "/").last ?? ""), "\(trace.path)")
    }
    #expect(
      text.contains("']' or ',' expected") || text.contains("&#39;]&#39; or &#39;,&#39; expected"))
    #expect(text.utf8.count < 1_500_000)
  }

  /// Writes the pages to look at them; `CALLORDER_HTML_OUT` names the folder.
  @Test(
    "is written for some samples, to be looked at",
    .enabled(if: ProcessInfo.processInfo.environment["CALLORDER_HTML_OUT"] != nil))
  func writesSamplesToLookAt() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["CALLORDER_HTML_OUT"])
    let samples: [(String, Report)] = [
      ("none", PageSamples.conforming), ("one", PageSamples.single),
      ("busy", PageSamples.busy), ("tenthousand", PageSamples.tenThousand),
      ("folder", PageSamples.folder(12)),
      ("folder200", PageSamples.folder(200)),
      ("e2k", PageSamples.report([PageSamples.long(events: 2_000, faultEvery: 160)])),
      ("e20k", PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 2_000)])),
      ("e100k", PageSamples.report([PageSamples.long(events: 100_000, faultEvery: 2_000)])),
      ("empty", PageSamples.report([])), ("hostile", PageSamples.hostile),
    ]
    for (name, report) in samples {
      try Data(whole(report).utf8).write(to: URL(filePath: folder).appending(path: "\(name).html"))
    }
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
