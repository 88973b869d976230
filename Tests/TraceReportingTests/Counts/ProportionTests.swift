import TestSupport
import Testing
import TraceReporting

@Suite("Proportions") struct ProportionTests {
  @Test(
    "have the intervals that Newcombe lists",
    arguments: [
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
      (1, 29, 0.0061, 0.1718),
    ])
  func wilson(affected: Int, all: Int, lowest: Double, highest: Double) {
    // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
    let interval = wilsonInterval(of: affected, in: all)
    #expect(abs(interval.lowerBound - lowest) < 0.000_05)
    #expect(abs(interval.upperBound - highest) < 0.000_05)
    let mirrored = wilsonInterval(of: all - affected, in: all)
    #expect(abs(mirrored.upperBound - (1 - interval.lowerBound)) < 1e-12)
    #expect(wilsonInterval(of: affected, in: all, designEffect: 4).upperBound > highest)
  }

  @Test("have an interval at 0 and at 1, and without any cases")
  func ends() {
    #expect(wilsonInterval(of: 0, in: 0) == 0...1)
    #expect(wilsonInterval(of: 0, in: 5).lowerBound == 0)
    #expect(wilsonInterval(of: 5, in: 5).upperBound == 1)
  }

  /// The expected values were computed in another language, with exact fractions.
  @Test(
    "differ by chance with the exact probability",
    arguments: [
      (3, 4, 1, 4, 0.485_714_285_714_285_7),
      (5, 1_000_000, 30, 1_000_000, 2.235811958598785e-05),
      (0, 1_000, 1, 1_000_000, 1),
      (12, 25_000, 480, 25_000, 6.471857219924868e-126),
      (1, 1_000, 10, 1_000_000, 0.021868678693287593),
      (0, 20_000, 400, 20_000, 1.0324255692150032e-121),
    ])
  func fisher(a: Int, n: Int, b: Int, m: Int, expected: Double) {
    let found = probabilityOfDifference((a, n), (b, m))
    #expect(abs(found - expected) <= expected * 1e-9, "\(found)")
    let other = probabilityOfDifference((b, m), (a, n))
    #expect(abs(other - expected) <= expected * 1e-9, "\(other)")
  }

  @Test("of all small tables differ with the probability that counting gives")
  func smallTables() {
    func ways(_ all: Int, _ chosen: Int) -> Int {
      (0..<chosen).reduce(1) { $0 * (all - $1) / ($1 + 1) }
    }
    for n in 1...7 {
      for m in 1...7 {
        for a in 0...n {
          for b in 0...m {
            let counts = (max(0, a + b - m)...min(a + b, n)).map { k in
              (k, ways(n, k) * ways(m, a + b - k))
            }
            let all = counts.reduce(0) { $0 + $1.1 }
            let lower = counts.filter { $0.0 <= a }.reduce(0) { $0 + $1.1 }
            let upper = counts.filter { $0.0 >= a }.reduce(0) { $0 + $1.1 }
            let expected = min(1, 2 * Double(min(lower, upper)) / Double(all))
            let found = probabilityOfDifference((a, n), (b, m))
            #expect(abs(found - expected) < 1e-12, "\(a) of \(n), \(b) of \(m)")
          }
        }
      }
    }
  }

  @Test("that differ extremely have a probability above 0, computed in little time")
  func extremes() {
    let all = 10_000_000_000
    #expect(probabilityOfDifference((0, all), (all, all)) == .leastNormalMagnitude)
    #expect(probabilityOfDifference((all, all), (all, all)) == 1)
    #expect(probabilityOfDifference((0, 1), (0, 1)) == 1)
  }

  @Test("are corrected for their number, as in the paper by Benjamini and Hochberg")
  func falseDiscovery() {
    let probabilities = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1,
    ]
    let adjusted = adjustedForFalseDiscovery(probabilities.reversed())
    #expect(adjusted.count { $0 <= 0.05 } == 4)
    #expect(abs((adjusted.last ?? 0) - 0.0015) < 1e-12)
    #expect(adjusted.first == 1)
    #expect(adjusted == adjusted.sorted(by: >))
    #expect(adjustedForFalseDiscovery([]) == [])
  }

  @Test("are compared between versions in numeric order")
  func versions() {
    let ordered = [
      "", "1.2", "1.2-beta", "1.2.0", "1.9", "1.10", "01.11", "1.11", "2", "10", "iOS 9.3",
      "iOS 10.0", "iPadOS 9",
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      #expect(ordered.shuffled(using: &random).sorted(by: precedesAsVersion) == ordered)
    }
    #expect(!precedesAsVersion("1.2", "1.2"))
  }
}
