import Foundation
import TestSupport
import Testing
import TraceChecking
import TraceDiagnostics
import TraceGrammar

@Suite("The checker agrees with the slow and obvious one")
struct ReferenceComparisonTests {
  /// The variable `CALLORDER_FUZZ` multiplies the number of grammars, and `CALLORDER_FUZZ_SEED` moves their seeds.
  private static let count: UInt64 =
    40 * (ProcessInfo.processInfo.environment["CALLORDER_FUZZ"].flatMap { UInt64($0) } ?? 1)
  private static let firstSeed: UInt64 =
    ProcessInfo.processInfo.environment["CALLORDER_FUZZ_SEED"].flatMap { UInt64($0) } ?? 0

  @Test("on random grammars and random traces", arguments: 0..<8 as Range<UInt64>)
  func agreesOnRandomTraces(part: UInt64) throws { try compare(part, []) }

  @Test("where subjects have aliases", arguments: 0..<2 as Range<UInt64>)
  func agreesOnAliases(part: UInt64) throws { try compare(part, .aliases) }

  @Test("where a kind of subject is between two others", arguments: 0..<2 as Range<UInt64>)
  func agreesOnThreeLevels(part: UInt64) throws { try compare(part, .threeLevels) }

  @Test("where events do not tell their widest subject", arguments: 0..<2 as Range<UInt64>)
  func agreesOnEventsAdrift(part: UInt64) throws { try compare(part, .adrift) }

  @Test("on rules about times and ends", arguments: 0..<2 as Range<UInt64>)
  func agreesOnTimesAndEnds(part: UInt64) throws { try compare(part, [.times, .ends]) }

  @Test("on quirks, and on rules that need another call", arguments: 0..<2 as Range<UInt64>)
  func agreesOnQuirks(part: UInt64) throws { try compare(part, [.quirks, .required]) }

  @Test("on everything a grammar can say", arguments: 0..<4 as Range<UInt64>)
  func agreesOnEverything(part: UInt64) throws { try compare(part, .all) }

  private func compare(_ part: UInt64, _ features: RandomGrammar.Features) throws {
    for number in (part * Self.count)..<((part + 1) * Self.count) {
      let seed = Self.firstSeed + number
      var drawn = RandomGrammar(seed: seed, features: features)
      for complete in [false, true] {
        let comparison = ReferenceComparison(
          drawn, isComplete: complete, beginsAtBeginning: seed % 3 == 0)
        for number in 0..<3 {
          let trace = drawn.trace()
          if try comparison.differences(trace).isEmpty { continue }
          let least = try trace.shrunk { try !comparison.differences($0).isEmpty }
          Issue.record(
            """
            seed \(seed), trace \(number)\(complete ? ", complete" : "")
            \(try comparison.differences(least).joined(separator: "\n"))
            \(least.map(\.description).joined(separator: "\n"))
            \(drawn.grammar.inShort)
            """)
          return
        }
      }
    }
  }
}

extension Grammar {
  /// The laws and rules in a few lines, for messages.
  var inShort: String {
    var lines = callbacks.map {
      "\($0.name) about \(subjects[$0.subject].name)\($0.notifications.isEmpty ? "" : " posts")"
        + ($0.replacement.map { " replaced by \($0)" } ?? "")
    }
    lines += subjects.map { "\($0.name) begins \($0.beginnings) \($0.aliasMember ?? "")" }
    for law in lifecycles {
      lines.append(
        "\(law.name): start \(law.start) unknown \(law.unknownStart) parent \(law.onParentBegin)"
          + " accepting \(law.states.indices.filter { law.states[$0].isAccepting })")
      lines += law.transitions.map { "  \($0.from) c\($0.callback) \($0.to)" }
    }
    for rule in rules {
      let required = rule.required.map { " required c\($0)" } ?? ""
      lines.append("\(rule.id) \(rule.severity) \(rule.form)\(required)")
    }
    for quirk in quirks {
      lines.append(
        "\(quirk.id) of \(rules[quirk.rule].id) on \(quirk.callbacks) in \(quirk.states) roles \(quirk.roles)"
          + " since \(quirk.since.map(\.numbers)) until \(quirk.until.map(\.numbers))")
    }
    return lines.joined(separator: "\n")
  }
}
