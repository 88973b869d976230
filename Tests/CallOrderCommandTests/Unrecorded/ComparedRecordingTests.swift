import CallOrderKit
import TestSupport
import Testing
import TraceDiagnostics
import TraceFindings

/// The same app, recorded again with fewer callbacks: what comparisons and baselines see are fingerprints, each so often.
@Suite("A run that records less") struct ComparedRecordingTests {
  private struct Pair {
    var name: String
    var whole: TraceReport
    var reduced: TraceReport

    /// What only the second one accuses the app of.
    var new: [ViolationGroup] {
      let known = Dictionary(
        whole.groups.map { ($0.fingerprint, $0.count) }, uniquingKeysWith: { first, _ in first })
      return reduced.groups.filter {
        $0.severity != .note && $0.count > known[$0.fingerprint] ?? 0
      }
    }
  }

  private static func check(_ text: [UInt8]) -> TraceReport? {
    checkTraces([.bytes(text, name: "t")], against: CorpusTests.grammar).traces.first
  }

  private static func pairs(_ verdict: String) -> [Pair] {
    Expectation.all.filter { $0.verdict == verdict }.flatMap { sample -> [Pair] in
      guard let document = SampleDocument(Repository.bytes(sample.path) ?? []),
        let whole = check(document.whole)
      else { return [] }
      return document.withoutOneCallback.compactMap { left, text in
        check(text).map {
          Pair(name: "\(sample.path) without \(left)", whole: whole, reduced: $0)
        }
      }
    }
  }

  @Test("finds nothing new in what conforms")
  func conforming() {
    let pairs = Self.pairs("conforming")
    #expect(pairs.count > 300)
    for pair in pairs {
      #expect(pair.new.isEmpty, "\(pair.name): \(pair.new.map(\.rule))")
    }
  }
}
