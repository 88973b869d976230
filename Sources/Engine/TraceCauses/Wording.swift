internal import TraceFindings
package import TraceGrammar
internal import TraceModel

/// What texts about findings ask of a grammar again and again, looked up once.
package struct Wording: Sendable {
  package let grammar: Grammar
  /// How callbacks are written, by their short names.
  package let names: [String: String]
  let rules: [String: Rule]
  /// The callbacks that are the app's own actions.
  let actions: Set<String>
  /// The callbacks that begin a subject that is within no other, such as a process.
  let beginnings: [String]
  /// For each lifecycle of a subject within another, such as a session, the callbacks that begin it.
  let openers: [String: Set<String>]
  /// The callbacks that end a subject within another, such as a session's scene: after each, only another beginning is legal.
  let endings: Set<String>
  /// By the text of a cause that says that calls are not recorded, the callbacks that it names.
  let mentioned: [String: [String]]

  package init(_ grammar: Grammar) {
    self.grammar = grammar
    let names = grammar.writtenNames
    self.names = names
    rules = Dictionary(grammar.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    actions = Set(grammar.callbacks.filter(\.isAction).map(\.name))
    beginnings =
      grammar.subjects.first { $0.parent == nil }?.beginnings
      .map { grammar.callbacks[$0].name } ?? []
    var openers: [String: Set<String>] = [:]
    for life in grammar.lifecycles where grammar.subjects[life.subject].parent != nil {
      for step in life.transitions where life.start.contains(step.from) && step.from != step.to {
        openers[life.name, default: []].insert(grammar.callbacks[step.callback].name)
      }
    }
    self.openers = openers
    endings = grammar.endings(openers)
    var mentioned: [String: [String]] = [:]
    for cause in grammar.rules.flatMap(\.causes)
    where cause.id == .notRecorded && mentioned[cause.text] == nil {
      // Cases are written like their callbacks.
      mentioned[cause.text] = grammar.callbacks.filter { $0.refinement == nil }.map(\.name)
        .filter { cause.text.names(names[$0] ?? $0) }
    }
    self.mentioned = mentioned
  }

  /// How a callback is called where it is implemented; its short name if the grammar does not have it.
  package func name(_ callback: String) -> String { names[callback] ?? callback }

  /// The causes that the violated rule names. If it names none for an action of the app, its fix becomes a cause.
  func causes(of violation: Violation) -> [Rule.Cause] {
    guard let rule = rules[violation.rule] else { return [] }
    if !rule.causes.isEmpty || rule.fix.isEmpty || violation.kind != .action { return rule.causes }
    let text = "The app does something too early, too late, too often, or not at all"
    return [Rule.Cause(id: .notCalled, text: text, action: rule.advice)]
  }
}

extension String {
  /// Whether a name occurs in it, not as part of a longer one.
  fileprivate func names(_ name: String) -> Bool {
    if name.isEmpty { return false }
    func isLetter(_ byte: UInt8?) -> Bool {
      byte.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } ?? false
    }
    var rest = self[...]
    while let start = rest.start(of: name) {
      let end = utf8.index(start, offsetBy: name.utf8.count)
      if !isLetter(utf8[..<start].last), !isLetter(utf8[end...].first) { return true }
      rest = rest[start...].dropFirst()
    }
    return false
  }
}

extension Grammar {
  /// The callbacks that only programs with a certain part have, such as CarPlay, unless the part's callbacks occur.
  func callbacksOfParts(unlessAny occurred: Set<String>) -> Set<String> {
    var parts: [String: Set<String>] = [:]
    var common: Set<String> = []
    for life in lifecycles {
      for step in life.transitions where step.from != step.to {
        let name = callbacks[step.callback].name
        if let part = life.states[step.from].part ?? life.states[step.to].part {
          parts[part, default: []].insert(name)
        } else {
          common.insert(name)
        }
      }
    }
    return parts.values.map { $0.subtracting(common) }.filter { $0.isDisjoint(with: occurred) }
      .reduce(into: []) { $0.formUnion($1) }
  }

  /// The callbacks that lead only to states in which a life begins again, or ends.
  fileprivate func endings(_ openers: [String: Set<String>]) -> Set<String> {
    var endings: Set<String> = []
    for life in lifecycles {
      guard let openers = openers[life.name], life.origin == .written else { continue }
      func isLeftAnew(_ state: StateID) -> Bool {
        life.transitions.allSatisfy {
          $0.from != state || $0.to == state || openers.contains(callbacks[$0.callback].name)
            || life.transitions.allSatisfy { [to = $0.to] in $0.from != to || $0.to == to }
        }
      }
      let moves = Dictionary(grouping: life.transitions.filter { $0.from != $0.to }, by: \.callback)
      for (callback, steps) in moves where steps.allSatisfy({ isLeftAnew($0.to) }) {
        endings.insert(callbacks[callback].name)
      }
    }
    return endings
  }

  /// Whether one call may directly follow another in some legal life.
  func allows(_ next: String, after first: String, in lifecycle: String) -> Bool {
    guard let life = lifecycles.first(where: { $0.name == lifecycle }) else { return false }
    let reached = life.transitions.filter { callbacks[$0.callback].name == first }.map(\.to)
    return life.transitions.contains {
      callbacks[$0.callback].name == next && reached.contains($0.from)
    }
  }

  /// The members that show whether two calls about one subject are really about the same one.
  package var identitiesToCompare: [String] {
    subjects.compactMap(\.aliasMember) + subjects.prefix(1).map(\.member)
  }
}
