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

    /// Whether a callback that only the first one shows came around one of its faults, or had to.
    var lacksOneNearAFault: Bool {
      guard let all = whole.observed, let fewer = reduced.observed else { return true }
      let left = Set(all.calls + all.notifications)
        .subtracting(fewer.calls).subtracting(fewer.notifications)
      return whole.violations.contains { violation in
        let around =
          [violation.callback] + violation.steps.map(\.callback) + violation.expected
          + violation.repair.insertions.map(\.callback) + violation.repair.deletions.map(\.callback)
        return !left.isDisjoint(with: around)
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

  @Test("finds faults of before under their names, where all calls around them are recorded")
  func violating() {
    let pairs = Self.pairs("violating")
    let far = pairs.filter { !$0.lacksOneNearAFault }
    let renamed = pairs.count { $0.lacksOneNearAFault && !$0.new.isEmpty }
    print(
      "violating samples without one callback: \(far.count) lack one far from the faults; of \(pairs.count - far.count)"
        + " others \(renamed) have a fault under another name")
    #expect(far.count > 100)
    for pair in far {
      #expect(pair.new.isEmpty, "\(pair.name): \(pair.new.map(\.rule))")
    }
  }
}
