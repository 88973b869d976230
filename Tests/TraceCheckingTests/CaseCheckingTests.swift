import TestSupport
import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

extension TraceCheck {
  /// A check by the grammar that the text declares; a grammar with an error is a failure of the test.
  fileprivate static func sound(_ text: String) throws -> TraceCheck {
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    return TraceCheck(try #require(grammar, "\(diagnostics)"))
  }
}

@Suite("A case of a callback, in a check") struct CaseCheckingTests {
  private let check: TraceCheck

  init() throws {
    check = try .sound(
      """
      grammar Lamp "1.0" {}
      subject house { member "house" begins with moveIn }
      subject lamp within house { member "lamp" }
      callback moveIn about house {}
      callback turn about lamp {}
      callback burst about lamp {}
      case up of turn where to = "on"
      case down of turn where to = "off"
      lifecycle lamp about lamp {
        dark -> up lit | burst broken
        lit  -> down dark | burst broken
        broken -> burst broken
      }
      rule up-twice error in lamp { on up in lit title "t" message "{callback} in {states}" }
      rule unexpected error { anything else title "t" message "{callback} in {states}" }
      """)
  }

  /// A trace of one lamp: `burst`, or the value to which `turn` turns it; nil for no value.
  private func text(_ word: [String?]) -> String {
    let begin = #"{"callback":"moveIn","house":"h"}"#
    return
      ([begin]
      + word.map { value in
        if value == "burst" { return #"{"callback":"burst","house":"h","lamp":"l"}"# }
        let to = value.map { ",\"to\":\"\($0)\"" } ?? ""
        return "{\"callback\":\"turn\",\"house\":\"h\",\"lamp\":\"l\"\(to)}"
      }).joined(separator: "\n")
  }

  private func report(_ word: [String?]) throws -> TraceReport {
    try check.report(of: text(word))
  }

  @Test("is a separate step, and another value is no step at all")
  func certain() throws {
    #expect(try report(["on", "off", "on", "burst"]).violations.isEmpty)
    let twice = try report(["on", "dim", "on"])
    #expect(twice.violations.map(\.rule) == ["up-twice"])
    #expect(twice.violations.map(\.event) == [4])
    #expect(twice.violations.first?.message == "turn in lit")
    #expect(try report(["dim", "off"]).violations.map(\.rule) == ["unexpected"])
  }

  @Test("may be any of them, or none, if its member is not recorded")
  func uncertain() throws {
    #expect(try report(["on", nil, "on"]).violations.isEmpty)
    #expect(try report([nil, "off", nil, nil, "on"]).violations.isEmpty)
    // A broken lamp cannot be turned: `on` is wrong, but a missing value may be one that is no step.
    #expect(try report(["burst", nil]).violations.isEmpty)
    #expect(try report(["burst", nil, "on"]).violations.map(\.rule) == ["unexpected"])
  }

  @Test("costs as much as the cheapest of its possible cases", arguments: 0..<4 as Range<UInt64>)
  func best(part: UInt64) throws {
    var random = SeededGenerator(seed: part)
    var violating = 0
    for _ in 0..<60 {
      let word = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        ["on", "on", "off", "dim", "burst", nil, nil].randomElement(using: &random) ?? nil
      }
      var words: [[String?]] = [[]]
      for value in word {
        let values: [String?] = value == nil && words.count < 81 ? ["on", "off", "dim"] : [value]
        words = words.flatMap { known in values.map { known + [$0] } }
      }
      let costs = try words.map { try report($0).repairCost }
      let found = try report(word)
      if costs.min() ?? 0 > 0 { violating += 1 }
      #expect(found.repairCost == costs.min(), "part \(part): \(word)")
    }
    print("cases, part \(part): \(violating) of 60 violating")
    #expect(violating > 0)
  }
}

@Suite("A call about another subject") struct OtherSubjectTests {
  private let check: TraceCheck

  init() throws {
    check = try .sound(
      """
      grammar Post "1.0" {}
      subject house { member "house" begins with moveIn }
      subject room within house { member "room" }
      subject parcel within house { member "parcel" members "parcels" }
      callback moveIn about house {}
      callback closing about house {}
      callback arrive about room {}
      callback open about parcel {}
      rule parcel-lost error about parcel {
        expects open after arrive before closing title "t" message "{callback}"
      }
      """)
  }

  private func found(_ events: String...) throws -> [String] {
    try check.report(of: events.joined(separator: "\n")).violations
      .map { "\($0.event) \($0.rule) \($0.subject)" }
  }

  private let begin = #"{"callback":"moveIn","house":"h"}"#
  private let two = #"{"callback":"arrive","house":"h","room":"r","parcels":["p","q"]}"#
  private let close = #"{"callback":"closing","house":"h"}"#

  @Test("concerns each subject that it names")
  func named() throws {
    let open = #"{"callback":"open","house":"h","parcel":"q"}"#
    #expect(try found(begin, two, open, close) == ["4 parcel-lost p"])
    #expect(try found(begin, two, close) == ["3 parcel-lost p", "3 parcel-lost q"])
    let one = #"{"callback":"arrive","house":"h","room":"r","parcel":"p"}"#
    #expect(try found(begin, one, close) == ["3 parcel-lost p"])
    #expect(try found(begin, #"{"callback":"arrive","house":"h","room":"r"}"#, close) == [])
  }

  @Test("about a parent concerns all subjects within it, and no others")
  func within() throws {
    let other = #"{"callback":"closing","house":"other"}"#
    #expect(try found(begin, two, other) == [])
    #expect(try found(begin, two, other, close).count == 2)
    // A closing that does not name its house proves nothing.
    #expect(try found(begin, two, #"{"callback":"closing"}"#) == [])
  }

  @Test("proves nothing after events that were lost, or that name no subject")
  func unknown() throws {
    #expect(try found(begin, two, #"{"lost":0}"#, close) == [])
    #expect(try found(begin, two, #"{"callback":"open","house":"h"}"#, close) == [])
  }

  @Test("opens no duty in the next parent")
  func nextHouse() throws {
    let next = #"{"callback":"moveIn","house":"i"}"#
    let moved = #"{"callback":"open","house":"i","parcel":"zzz"}"#
    #expect(try found(begin, two, next, moved, #"{"callback":"closing","house":"i"}"#) == [])
  }
}
