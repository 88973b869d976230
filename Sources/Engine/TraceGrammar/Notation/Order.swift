internal import TraceModel

/// An order of calls in one expression, such as `Get, Init+, (Update+, DoFinal)+`, and the states that it stands for: one
/// before the first call, and one for each place where a call is named, in which the subject is after that call.
///
/// - Source: Glushkov, "The abstract theory of automata", 1961.
struct Order {
  /// A part of the expression, by the states that its first and its last calls lead to.
  struct Part {
    var first: [Int]
    var last: [Int]
    /// Whether it may be left out.
    var isOptional = false
    var isRepeated = false
  }

  /// The states, that before the first call first; each name is at the place of its call.
  private(set) var states: [Word]
  /// What each state says of itself.
  private(set) var texts = ["Before the first call"]
  /// The calls that lead to the states after the first.
  private(set) var calls: [Word] = []
  /// In which states a subject may end.
  private(set) var ends: [Word] = []
  /// For each call, the states that it may come in. Sets would take long for a text that means harm.
  private var isLegal: [[Bool]] = []
  /// How often a name was taken, with a number after it or without.
  private var counts: [String: Int] = [:]

  init(at range: SourceRange) { states = [Word(text: "at-start", range: range)] }

  /// The steps: from some states by a call to its state.
  var steps: [(from: [Word], call: Word, to: Word)] {
    calls.enumerated().map { index, call in
      let from = states.indices.filter { isLegal[index][$0] }
      return (from.map { states[$0] }, call, states[index + 1])
    }
  }

  // MARK: Building

  /// Adds a place of a call; nil if there are too many.
  mutating func place(_ call: Word) -> Part? {
    guard states.count < GrammarLimits.states else { return nil }
    let plain = "after-\(call.text)"
    var (name, count) = (plain, counts[plain] ?? 1)
    while counts[name] != nil {
      count += 1
      name = "\(plain)-\(count)"
    }
    (counts[name], counts[plain]) = (1, count)
    let state = states.count
    states.append(Word(text: name, range: call.range))
    texts.append(count == 1 ? "After \(call.text)" : "After \(call.text), in place \(count)")
    calls.append(call)
    isLegal.append(Array(repeating: false, count: GrammarLimits.states))
    return Part(first: [state], last: [state])
  }

  private mutating func join(_ left: [Int], _ right: [Int]) {
    for to in right {
      for from in left { isLegal[to - 1][from] = true }
    }
  }

  mutating func sequence(_ left: Part, _ right: Part) -> Part {
    join(left.last, right.first)
    return Part(
      first: left.first + (left.isOptional ? right.first : []),
      last: right.last + (right.isOptional ? left.last : []),
      isOptional: left.isOptional && right.isOptional)
  }

  func choice(_ left: Part, _ right: Part) -> Part {
    Part(
      first: left.first + right.first, last: left.last + right.last,
      isOptional: left.isOptional || right.isOptional)
  }

  mutating func repeated(_ part: inout Part) {
    // Once is enough, so that signs after signs cost nothing.
    if !part.isRepeated { join(part.last, part.first) }
    part.isRepeated = true
  }

  /// Makes a part the whole expression.
  mutating func finish(_ whole: Part) {
    join([0], whole.first)
    ends = ((whole.isOptional ? [0] : []) + whole.last).map { states[$0] }
  }
}

// MARK: - Reading

extension Parser {
  /// Reads a string with an order of calls; nil if it has none. A mistake in it is reported, and its states are known then.
  mutating func parseOrder(_ role: String) -> Order? {
    guard let string = expect(.string, role) else { return nil }
    var order = Order(at: string.range)
    guard let lexer = lexer.inside(string) else { return order }
    var names = lexer
    while case let token = names.next(), token.kind != .end {
      if token.kind == .identifier { _ = order.place(Word(token)) }
    }
    var parser = Parser(lexer)
    var legal = Order(at: string.range)
    if let whole = parser.parseOrder(into: &legal, depth: 0),
      parser.expect(.end, "',', '|' or \(Lexer.endOfOrder)") != nil
    {
      legal.finish(whole)
      order = legal
    }
    diagnostics += names.diagnostics + parser.diagnostics
    return order
  }

  /// Reads parts with `,` between them, or with `|`. What binds more differs from notation to notation, so both together need
  /// parentheses.
  private mutating func parseOrder(into order: inout Order, depth: Int) -> Order.Part? {
    guard var part = parseElement(into: &order, depth) else { return nil }
    let sign = peek().kind
    guard sign == .comma || sign == .bar else { return part }
    while take(sign) != nil {
      guard let next = parseElement(into: &order, depth) else { return nil }
      part = sign == .comma ? order.sequence(part, next) : order.choice(part, next)
    }
    if peek().kind == .comma || peek().kind == .bar {
      reportUnexpected("only \(sign.rawValue) here", note: "write 'A, (B | C)' or '(A, B) | C'")
      return nil
    }
    return part
  }

  /// Reads a call or what is in parentheses, with the sign after it.
  private mutating func parseElement(into order: inout Order, _ depth: Int) -> Order.Part? {
    var element: Order.Part?
    let token = peek()
    var limit = "a lifecycle may have \(GrammarLimits.states) states"
    if take(.leftParenthesis) == nil {
      guard let name = expectName("the name of a callback, or '('") else { return nil }
      element = order.place(name)
    } else if depth < GrammarLimits.openParentheses {
      element = parseOrder(into: &order, depth: depth + 1)
      if element == nil || expect(.rightParenthesis, "',', '|' or ')'") == nil { return nil }
    } else {
      limit = "an order may have \(GrammarLimits.openParentheses) open parentheses"
    }
    guard var part = element else {
      report(.limitExceeded, "\(limit); this is one more", at: token.range)
      return nil
    }
    let sign = peek().kind
    guard [.question, .plus, .star].contains(sign) else { return part }
    advance()
    if sign != .question { order.repeated(&part) }
    part.isOptional = part.isOptional || sign != .plus
    return part
  }
}
