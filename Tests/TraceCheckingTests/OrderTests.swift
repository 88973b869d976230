import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

/// An expression as people write it down, with a matcher that is slow and obvious.
private indirect enum Expression: CustomStringConvertible {
  case call(String)
  case sequence([Expression])
  case choice([Expression])
  case optional(Expression)
  case repeated(Expression)
  case anyTimes(Expression)

  static func random(_ depth: Int, using random: inout SeededGenerator) -> Expression {
    func parts() -> [Expression] {
      (0..<Int.random(in: 2...3, using: &random)).map { _ in
        .random(depth - 1, using: &random)
      }
    }
    switch depth == 0 ? 0 : Int.random(in: 0...6, using: &random) {
    case 0, 1: return .call(["a", "b", "c"].randomElement(using: &random)!)
    case 2: return .sequence(parts())
    case 3: return .choice(parts())
    case 4: return .optional(.random(depth - 1, using: &random))
    case 5: return .repeated(.random(depth - 1, using: &random))
    default: return .anyTimes(.random(depth - 1, using: &random))
    }
  }

  var description: String {
    switch self {
    case .call(let name): name
    case .sequence(let parts): "(" + parts.map(\.description).joined(separator: ", ") + ")"
    case .choice(let parts): "(" + parts.map(\.description).joined(separator: " | ") + ")"
    case .optional(let part): "(\(part))?"
    case .repeated(let part): "(\(part))+"
    case .anyTimes(let part): "(\(part))*"
    }
  }

  /// Where a match that begins at a place of a word may end.
  func ends(in word: [String], from start: Int) -> Set<Int> {
    switch self {
    case .call(let name): start < word.count && word[start] == name ? [start + 1] : []
    case .sequence(let parts):
      parts.reduce([start]) { places, part in
        Set(places.flatMap { part.ends(in: word, from: $0) })
      }
    case .choice(let parts): Set(parts.flatMap { $0.ends(in: word, from: start) })
    case .optional(let part): part.ends(in: word, from: start).union([start])
    case .repeated(let part): Self.sequence([part, .anyTimes(part)]).ends(in: word, from: start)
    case .anyTimes(let part):
      part.ends(in: word, from: start).subtracting([start])
        .reduce([start]) { $0.union(ends(in: word, from: $1)) }
    }
  }
}

@Suite("An order of calls in one line", .seeds) struct OrderTests {
  private func grammar(_ order: String, _ clauses: String = "") throws -> Grammar {
    let text = """
      grammar Own "1.0" {}
      subject host { member "process" begins with boot }
      subject thing within host { member "thing" }
      callback boot about host {}
      callback a about thing {}
      callback b about thing {}
      callback c about thing {}
      lifecycle thing about thing {
        order "\(order)"
        unknown at-start
        \(clauses)
      }
      rule wrong-order error { anything else title "t" message "{callback} {states} {expected}" }
      rule unfinished error { at end of an incomplete life title "t" message "{states}" }
      """
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    return try #require(grammar, "\(order): \(diagnostics.map(\.message))")
  }

  private func found(_ word: [String], _ check: TraceCheck) throws -> [Violation] {
    let lines =
      ([#"{"process":1,"callback":"boot"}"#]
      + word.map { #"{"process":1,"thing":"x","callback":"\#($0)"}"# }).joined(separator: "\n")
    return try check.report(of: lines).violations
  }

  @Test("allows the words of the expression, and no others", arguments: Effort.seeds(60))
  func language(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let expression = Expression.random(4, using: &random)
    // More places than a lifecycle has room for are refused, which is tested elsewhere.
    guard expression.description.filter("abc".contains).count < 60 else { return }
    let grammar = try grammar("\(expression)")
    let whole = TraceCheck(grammar, demandsCompleteLives: true)
    let begun = TraceCheck(grammar)
    // Calls that the order does not name are none of its business.
    let names: [String] = ["a", "b", "c"].filter { "\(expression)".contains($0) }
    var words: [[String]] = [[]]
    for length in 0..<4 {
      words += words.filter { $0.count == length }.flatMap { word in names.map { word + [$0] } }
    }
    words += (0..<20).map { _ in
      (0..<Int.random(in: 5...9, using: &random)).map { _ in names.randomElement(using: &random)! }
    }
    func isWord(_ word: [String]) -> Bool {
      expression.ends(in: word, from: 0).contains(word.count)
    }
    for word in words where !word.isEmpty {
      #expect(try found(word, whole).isEmpty == isWord(word), "\(expression): \(word)")
      if words.contains(where: { $0.starts(with: word) && isWord($0) }) {
        #expect(try found(word, begun).isEmpty, "\(expression): \(word)")
      }
    }
  }

  @Test("says where the subject is, and what was expected")
  func words() throws {
    let check = TraceCheck(try grammar("a, b+, (c+, a)+"))
    let finding = try #require(try found(["a", "b", "a"], check).first)
    #expect(finding.rule == "wrong-order")
    #expect(finding.states == ["after-b"] && finding.expected == ["c"])
    #expect(finding.message == "a after-b c")
    #expect(try found(["b"], check).first?.states == ["at-start"])
    #expect(try found(["a", "b", "c", "a", "b"], check).first?.states == ["after-a-2"])
  }

  @Test("ends where the expression ends, unless the lifecycle says otherwise")
  func ends() throws {
    func found(_ clause: String, _ word: [String]) throws -> [String] {
      let check = TraceCheck(try grammar("a, b+", clause), demandsCompleteLives: true)
      return try self.found(word, check).map(\.rule)
    }
    #expect(try found("", ["a"]) == ["unfinished"])
    #expect(try found("", ["a", "b"]) == [])
    #expect(try found("may end anywhere", ["a"]) == [])
    #expect(try found("may end nowhere", ["a", "b"]) == ["unfinished"])
  }
}
