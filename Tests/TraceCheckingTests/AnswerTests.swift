import TestSupport
import Testing
import TraceModel
import TraceFindings

@Suite("Announced activities that arrive") struct AnswerTests {
  private let check = TraceCheck.ofMadeUpLives

  /// The findings in a process with one active scene that receives these calls: a callback, and a type or none.
  private func found(_ calls: [String], launched: Bool = true) throws -> [String] {
    let launch = launched ? ["didFinishLaunching", "willConnect", "willEnterForeground"] : []
    let start = launch + ["didBecomeActive"]
    let lines = (start + calls).map { call in
      let words = call.split(separator: " ")
      if words[0] == "gap" { return #"{"lost":0}"# }
      let session = words[0].hasPrefix("didFinishL") ? "" : #","session":"A""#
      let type = words.count > 1 ? #","type":"\#(words[1])""# : ""
      return #"{"callback":"\#(words[0])","process":1\#(session)\#(type)}"#
    }
    return try check.report(of: lines.joined(separator: "\n")).violations
      .filter { $0.severity != .note }.map { "\($0.rule) \($0.event - start.count)" }
  }

  @Test(
    "legal ones have no violation, whatever is lost of them", arguments: 0..<40 as Range<UInt64>)
  func legalOnes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var open: [String] = []
    var calls: [String] = []
    for _ in 0..<40 {
      if let one = open.randomElement(using: &random), Bool.random(using: &random) {
        open.remove(at: open.firstIndex(of: one) ?? 0)
        calls.append((Bool.random(using: &random) ? "continue " : "didFailToContinue ") + one)
      } else {
        let type = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
        open.append(type)
        calls.append("willContinue \(type)")
      }
    }
    #expect(try found(calls) == [], "seed \(seed)")
    let cut = Array(calls.dropFirst(Int.random(in: 0..<20, using: &random)))
    #expect(try found(cut, launched: false) == [], "seed \(seed)")
    let place = Int.random(in: 0..<40, using: &random)
    var lossy = calls
    lossy.replaceSubrange(
      place..<min(40, place + Int.random(in: 1...9, using: &random)), with: ["gap"])
    #expect(try found(lossy) == [], "seed \(seed)")
    let untyped = calls.map {
      Int.random(in: 0..<4, using: &random) == 0 ? String($0.prefix { $0 != " " }) : $0
    }
    #expect(try found(untyped) == [], "seed \(seed)")
  }
}
