import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TraceModel

@testable import TracePages

@Suite("A finding as a moving picture") struct FindingFilmTests {
  private func film(_ report: Report) -> String {
    String(decoding: FindingFilm(report, grammar: SampleGrammar.grammar).svg, as: UTF8.self)
  }

  @Test("is of the worst finding, call by call up to the fault")
  func isOfTheWorst() throws {
    let violation = try #require(PageSamples.single.traces[0].violations.first)
    let svg = film(PageSamples.single)
    #expect(svg.contains(">\(Phrases.sentence(violation.message).prefix(20))"))
    let shown = violation.steps.prefix { !$0.offending }.count + 1
    #expect(svg.components(separatedBy: "<g class=\"f f").count - 1 == min(12, shown))
    #expect(svg.contains("was expected here"))
  }

  @Test("has no script, stands still on request, and rests at its end without animation")
  func isQuiet() {
    let svg = film(PageSamples.single)
    #expect(!svg.contains("<script") && !svg.contains("<animate"))
    #expect(svg.contains("prefers-reduced-motion:reduce"))
    let last = svg.components(separatedBy: "<g class=\"f f").count - 2
    #expect(svg.contains("\n.f\(last){opacity:1;"))
    #expect(svg.contains("\n.f0{opacity:0;"))
  }

  @Test("says that there is nothing to show")
  func withoutFindings() {
    #expect(film(PageSamples.conforming).contains("all in order"))
    #expect(film(PageSamples.report([])).contains("Nothing was checked"))
  }

  @Test("stays a picture, whatever the report says")
  func ofHostileText() {
    let svg = film(PageSamples.hostile)
    #expect(!svg.contains("<script") && !svg.contains("<img"))
    #expect(svg.utf8.count < 60_000)
  }
}
