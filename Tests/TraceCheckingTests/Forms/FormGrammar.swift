import TestSupport
import TraceGrammar

/// A random grammar from one seed: an app with windows and notes side by side, and rules of all forms about them.
///
/// It is generated as text, to test the notation as well; the meaning of a rule is known from its generation.
struct FormGrammar {
  /// The form of a rule, with the names of callbacks and cases, and the indices of kinds and lifecycles.
  enum Form {
    case step(lifecycle: LifecycleID, letter: String, states: [StateID])
    case duty(expected: [String], after: [String], before: [String], seconds: Double?)
    case dutyToEnd(expected: [String], after: [String])
    case atLeast([String], seconds: Double, after: [String])
    case once(String, after: String)
    case exactlyOne([String], after: String)
    case ban([String])
    case byAnother([String], peer: SubjectKindID, after: [String], isAcross: Bool)
    case onceByEach(String, peer: SubjectKindID, after: String)
    case dutyOfEach(
      [String], peer: SubjectKindID, lifecycle: LifecycleID, states: [StateID], after: [String],
      before: [String])
  }

  struct DrawnRule {
    var name: String
    /// The kind of subject that the rule is about.
    var about: SubjectKindID
    var form: Form
  }

  /// The kinds of subject: the widest, and two within it.
  static let kinds: IDArray<SubjectKindID, String> = ["app", "window", "note"]
  /// The callbacks about each kind, and the one that is also posted as a notification.
  static let callbacks: IDArray<SubjectKindID, [String]> = [
    ["launch", "a1", "a2"], ["w0", "w1", "w2"], ["n0", "n1", "n2"],
  ]
  static let posted = "w2"
  /// The lifecycles of the kinds.
  static let lifecycles: IDArray<SubjectKindID, String> = ["appLife", "windowLife", "noteLife"]

  let text: String
  let grammar: Grammar
  let rules: [DrawnRule]
  /// The generator for the traces of the grammar.
  var random: SeededGenerator

  /// Generates texts until one is a valid grammar, which is hard to know beforehand.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    while true {
      var text = FormText(&random)
      text.draw(&random)
      let (grammar, _) = Grammar.parse(Array(text.lines.joined(separator: "\n").utf8))
      guard let grammar else { continue }
      self.text = text.lines.joined(separator: "\n")
      self.grammar = grammar
      rules = text.rules
      self.random = random
      return
    }
  }
}

/// A grammar of forms whose text is being generated.
struct FormText {
  private(set) var lines: [String] = []
  private(set) var rules: [FormGrammar.DrawnRule] = []
  /// For each kind, the cases of its callbacks, and how many states its lifecycle has.
  private var cases: IDArray<SubjectKindID, [String]> = [[], [], []]
  private let stateCounts: IDArray<SubjectKindID, Int>
  /// One in this many steps is illegal.
  private let rarity: Int

  init(_ random: inout SeededGenerator) {
    stateCounts = IDArray((0..<3).map { _ in Int.random(in: 2...4, using: &random) })
    rarity = [3, 6, 12].randomElement(using: &random) ?? 3
  }

  mutating func draw(_ random: inout SeededGenerator) {
    lines = ["grammar Forms \"1.0\" { text \"Drawn.\" }"]
    lines.append("subject app { member \"app\" begins with launch }")
    lines.append("subject window within app { member \"window\" members \"windows\" }")
    lines.append("subject note within app { member \"note\" }")
    for (kind, names) in FormGrammar.callbacks.numbered {
      for name in names {
        let posts = name == FormGrammar.posted ? "notification \"Posted\"" : ""
        lines.append("callback \(name) about \(FormGrammar.kinds[kind]) { \(posts) }")
      }
    }
    for number in 0..<Int.random(in: 0...5, using: &random) { drawCase(number, &random) }
    for kind in SubjectKindID.all(3) { drawLifecycle(kind, &random) }
    for number in 0..<Int.random(in: 2...6, using: &random) { drawForm(number, &random) }
    lines.append("rule other error { anything else title \"t\" message \"m\" }")
  }

  private mutating func drawCase(_ number: Int, _ random: inout SeededGenerator) {
    let kind = SubjectKindID(Int.random(in: 0...2, using: &random))
    let base = FormGrammar.callbacks[kind].randomElement(using: &random) ?? ""
    var conditions: [String] = []
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let tests = ["value > 1", "value = \"1\"", "not value in \"1\", \"2\"", "value"]
        conditions.append("where \(tests.randomElement(using: &random) ?? "")")
      case 1:
        let span = Bool.random(using: &random) ? "during" : "outside"
        conditions.append("\(span) \(callback(&random))")
      default:
        let asked = SubjectKindID(Int.random(in: 0...2, using: &random))
        let whose =
          asked == 0
          ? "" : ["", "some ", "no ", "another ", "no other "].randomElement(using: &random) ?? ""
        conditions.append(
          "while \(whose)\(FormGrammar.lifecycles[asked]) in \(states(asked, &random))")
      }
    }
    // Conditions on values come first.
    conditions.sort { $0.hasPrefix("where") && !$1.hasPrefix("where") }
    lines.append("case k\(number) of \(base) \(conditions.joined(separator: " and "))")
    cases[kind].append("k\(number)")
  }

  /// Some states of a kind's lifecycle.
  private func someStates(_ kind: SubjectKindID, _ random: inout SeededGenerator) -> [StateID] {
    let some = StateID.all(stateCounts[kind]).filter { _ in Bool.random(using: &random) }
    return some.isEmpty ? [0] : some
  }

  private func states(_ kind: SubjectKindID, _ random: inout SeededGenerator) -> String {
    names(of: someStates(kind, &random), kind)
  }

  private func names(of states: [StateID], _ kind: SubjectKindID) -> String {
    states.map { "\(FormGrammar.kinds[kind])\($0)" }.joined(separator: ", ")
  }

  private func callback(_ random: inout SeededGenerator) -> String {
    FormGrammar.callbacks.joined().randomElement(using: &random) ?? ""
  }

  /// Everything that a lifecycle about a kind can name.
  private var letters: [String] {
    Array(FormGrammar.callbacks.joined()) + Array(cases.joined())
  }

  private mutating func drawLifecycle(_ kind: SubjectKindID, _ random: inout SeededGenerator) {
    let (count, name) = (stateCounts[kind], FormGrammar.kinds[kind])
    let alphabet =
      FormGrammar.callbacks[kind]
      + letters.filter { letter in
        !FormGrammar.callbacks[kind].contains(letter) && Int.random(in: 0..<3, using: &random) == 0
      }
    var steps: [String] = []
    var illegal: [(letter: String, states: [StateID])] = []
    for letter in alphabet {
      var without: [StateID] = []
      for from in StateID.all(count) {
        if Int.random(in: 0..<rarity, using: &random) == 0 {
          without.append(from)
        } else {
          let to = Int.random(in: 0..<count, using: &random)
          steps.append("  \(name)\(from) -> \(letter) \(name)\(to)")
        }
      }
      if !without.isEmpty && without.count < count { illegal.append((letter, without)) }
    }
    lines.append("lifecycle \(FormGrammar.lifecycles[kind]) about \(name) {")
    lines += (0..<count).map { "  state \(name)\($0) \"s\"" }
    lines += steps
    lines.append("  start \(states(kind, &random))")
    if Bool.random(using: &random) { lines.append("  unknown \(states(kind, &random))") }
    let target = Int.random(in: 0..<count, using: &random)
    let left = someStates(kind, &random).filter { $0.index != target }
    if kind > 0 && !left.isEmpty {
      lines.append("  when app begins: \(names(of: left, kind)) become \(name)\(target)")
    }
    lines.append("}")
    for (letter, states) in illegal where Bool.random(using: &random) {
      add(
        .init(
          name: "step\(rules.count)", about: kind,
          form: .step(lifecycle: LifecycleID(kind.index), letter: letter, states: states)),
        "in \(FormGrammar.lifecycles[kind])", "on \(letter) in \(names(of: states, kind))")
    }
  }

  private mutating func add(
    _ rule: FormGrammar.DrawnRule, _ head: String, _ form: String
  ) {
    rules.append(rule)
    lines.append("rule \(rule.name) error \(head) { \(form) title \"t\" message \"m\" }")
  }

  private mutating func drawForm(_ number: Int, _ random: inout SeededGenerator) {
    let about = SubjectKindID(Int.random(in: 0...2, using: &random))
    let whole = FormGrammar.callbacks.flatMap { $0 }
    func some(_ names: [String]) -> [String] {
      Array(names.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
    }
    let peer: SubjectKindID = about == 1 ? 2 : 1
    // A callback with a peer is about one of the two.
    let near = FormGrammar.callbacks[1] + FormGrammar.callbacks[2]
    let form: FormGrammar.Form
    let written: String
    func list(_ names: [String]) -> String { names.joined(separator: ", ") }
    switch Int.random(in: -2..<(about == 0 ? 5 : 13), using: &random) {
    case -2:
      let (expected, after) = (some(letters), some(letters))
      form = .dutyToEnd(expected: expected, after: after)
      written = "expects \(list(expected)) after \(list(after))"
    case -1:
      let (callbacks, after) = (some(whole), some(whole))
      let seconds = Double(Int.random(in: 1...8, using: &random)) / 2
      form = .atLeast(callbacks, seconds: seconds, after: after)
      rules.append(.init(name: "form\(number)", about: about, form: form))
      let form = "\(list(callbacks)) at least \(seconds) s after \(list(after))"
      lines.append("rule form\(number) error { \(form) title \"t\" message \"m\" }")
      return
    case 0, 1:
      let (expected, after) = (some(letters), some(letters))
      let seconds: Double? =
        Bool.random(using: &random) ? Double(Int.random(in: 1...8, using: &random)) / 2 : nil
      let before = seconds == nil || Bool.random(using: &random) ? some(letters) : []
      form = .duty(expected: expected, after: after, before: before, seconds: seconds)
      written =
        "expects \(list(expected))\(seconds.map { " within \($0) s" } ?? "") after \(list(after))"
        + (before.isEmpty ? "" : ", before \(list(before))")
    case 2:
      let (once, after) = (some(letters)[0], some(letters)[0])
      form = .once(once, after: after)
      written = "at most once \(once) after \(after)"
    case 3:
      let (answers, after) = (some(letters), some(whole)[0])
      form = .exactlyOne(answers, after: after)
      written = "exactly one of \(list(answers)) after \(after)"
    case 4:
      let banned = some(Array(cases.joined()))
      if banned.isEmpty { return }
      form = .ban(banned)
      written = "on \(list(banned))"
    case 5, 6:
      let (callbacks, after) = (some(near), some(near))
      let isAcross = Bool.random(using: &random)
      form = .byAnother(callbacks, peer: peer, after: after, isAcross: isAcross)
      written =
        "\(list(callbacks)) by another \(FormGrammar.kinds[peer]) than \(list(after))"
        + (isAcross ? " across app" : "")
    case 7, 8, 9:
      let (once, after) = (some(near)[0], some(near)[0])
      form = .onceByEach(once, peer: peer, after: after)
      written = "at most once \(once) by each \(FormGrammar.kinds[peer]) after \(after)"
    default:
      let states = someStates(peer, &random)
      let (expected, after, before) = (some(near), some(near), some(near))
      form = .dutyOfEach(
        expected, peer: peer, lifecycle: LifecycleID(peer.index), states: states, after: after,
        before: before)
      written =
        "expects \(list(expected)) by each \(FormGrammar.lifecycles[peer]) in \(names(of: states, peer)) "
        + "after \(list(after)) before \(list(before))"
    }
    add(
      .init(name: "form\(number)", about: about, form: form),
      "about \(FormGrammar.kinds[about])", written)
  }
}
