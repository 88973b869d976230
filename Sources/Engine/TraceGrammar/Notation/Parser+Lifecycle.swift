internal import TraceModel

extension Parser {
  /// Reads what follows `lifecycle`.
  mutating func parseLifecycle() -> LifecycleSyntax? {
    guard let name = expectName("the lifecycle's name"), expectWord("about"),
      let subject = expectName("the name of a subject")
    else { return nil }
    var lifecycle = LifecycleSyntax(name: name, subject: subject)
    let words = ["start", "unknown", "state", "stay", "when", "renew", "beyond", "optional"]
    parseBlock(
      of: "lifecycle '\(name.text)'", words: words, isOther: { $0.isAtProduction }
    ) { parser in
      parser.isAtProduction
        ? parser.parseProduction(into: &lifecycle) : parser.parseClause(of: &lifecycle)
    }
    return lifecycle
  }

  /// Whether `STATE ->` is next; a state may have the name of a clause.
  private var isAtProduction: Bool { peek().kind == .identifier && peek(1).kind == .arrow }

  /// Reads `inactive -> didBecomeActive active | .`.
  private mutating func parseProduction(into lifecycle: inout LifecycleSyntax) -> Bool {
    guard let state = expectName("the name of a state"), expect(.arrow) != nil else {
      return false
    }
    lifecycle.declarations.append((state, nil))
    repeat {
      if take(.dot) != nil {
        lifecycle.accepting.append(state)
        continue
      }
      guard let callback = expectNameOfAlternative("the name of a callback, or '.'"),
        let target = expectNameOfAlternative("the name of the state after '\(callback.text)'")
      else { return false }
      lifecycle.steps.append(.init(from: [state], callbacks: [callback], to: target))
    } while take(.bar) != nil
    return true
  }

  /// Reads a name that is not the left side of the next production.
  private mutating func expectNameOfAlternative(_ role: String) -> Word? {
    if peek().beginsLine, isAtProduction {
      reportMissing(role)
      return nil
    }
    return expectName(role)
  }

  private mutating func parseClause(of lifecycle: inout LifecycleSyntax) -> Bool {
    let keyword = advance()
    switch keyword.text {
    case "start": return keep(expectStates(), in: &lifecycle.start, of: keyword)
    case "unknown": return keep(expectStates(), in: &lifecycle.unknown, of: keyword)
    case "renew":
      return expectWord("in") && keep(expectStates(), in: &lifecycle.renewable, of: keyword)
    case "beyond": return keep(expectStates(), in: &lifecycle.beyond, of: keyword)
    case "optional":
      guard let states = expectStates(),
        let part = expectString("what only some programs have, in quotes")
      else { return false }
      return keep((states, part), in: &lifecycle.optional, of: keyword)
    case "state":
      guard let state = expectName("the name of a state"),
        let text = expectString("a sentence about the state in quotes")
      else { return false }
      lifecycle.declarations.append((state, text))
    case "stay":
      guard expectWord("in"), let states = expectStates(), expectWord("on"),
        let callbacks = expectNames("the name of a callback or group")
      else { return false }
      lifecycle.steps.append(.init(from: states, callbacks: callbacks, to: nil))
    default:
      guard let subject = expectName("the name of the wider subject"), expectWord("begins"),
        expect(.colon) != nil, let states = expectStates(),
        takeWord("becomes") || expectWord("become"), let target = expectName("the name of a state")
      else { return false }
      lifecycle.beginnings.append(.init(subject: subject, from: states, to: target))
    }
    return true
  }

  private mutating func expectStates() -> [Word]? { expectNames("the name of a state") }
}
