internal import TraceGrammar
internal import TraceModel

/// The rules on values of members. Events with the same members break the same ones.
struct Values {
  private struct ValueRule {
    let rule: RuleID
    let place: Int
    let known: [String]
    /// For every callback, which of the known values it may have; empty if the rule does not ask about it.
    let allowed: [[Bool]]
    /// Whether a value that the rule does not know breaks it, in a trace that names one that it knows.
    let compares: Bool

    /// The index of a value among the known ones, -1 for any other value; nil for one that names nothing.
    func index(of value: String) -> Int? {
      if !compares { return known.firstIndex(of: value) ?? -1 }
      if value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { return nil }
      return known.firstIndex { wanted in
        wanted.hasSuffix("*")
          ? value.lowercased().hasPrefix(wanted.dropLast().lowercased())
          : value.lowercased() == wanted.lowercased()
      } ?? -1
    }
  }

  private let rules: [ValueRule]
  /// The rules whose values the trace names somewhere.
  private(set) var named: Set<RuleID> = []
  /// By row: the number of its values, as far as rules know them; and by that number and callback, the rules that are
  /// broken.
  private var ofRow: [UInt16] = []
  private var broken: [[[RuleID]]] = []
  var isEmpty: Bool { rules.isEmpty }

  init(_ plan: Plan, _ store: Store) {
    let grammar = plan.grammar
    rules = grammar.rules.numbered.compactMap { number, rule in
      if let form = rule.form as? ContradictionForm,
        let place = plan.members.single.firstIndex(of: form.member)
      {
        let own = grammar.callbacks.map { callback in
          callback.readings.first { $0.member == form.member }?.values ?? []
        }
        let known = Set(own.joined()).sorted()
        return ValueRule(
          rule: number, place: place, known: known,
          allowed: own.map { own in own.isEmpty ? [] : known.map(own.contains) },
          compares: false)
      }
      if let form = rule.form as? DifferingValueForm,
        let place = plan.members.single.firstIndex(of: form.member)
      {
        return ValueRule(
          rule: number, place: place, known: form.values,
          allowed: grammar.callbacks.indices.map {
            form.callbacks.contains($0) ? form.values.map { _ in true } : []
          },
          compares: true)
      }
      return nil
    }
    if rules.isEmpty { return }
    var numbers: [[Int?]: UInt16] = [:]
    // Rows with the same values at the places of the rules.
    var byValues: [[UInt32]: UInt16] = [:]
    let places = Array(Set(rules.map(\.place)))
    for row in 0..<UInt32(store.rowCount) {
      let key = places.map { store.value($0, row) }
      if let known = byValues[key] {
        ofRow.append(known)
        continue
      }
      defer { byValues[key] = ofRow[Int(row)] }
      let found = rules.map { rule -> Int? in
        let value = store.value(rule.place, row)
        return value == 0 ? nil : rule.index(of: store.string(value))
      }
      if let known = numbers[found] {
        ofRow.append(known)
        continue
      }
      let number = UInt16(broken.count)
      numbers[found] = number
      ofRow.append(number)
      for (rule, value) in zip(rules, found) where rule.compares && (value ?? -1) >= 0 {
        named.insert(rule.rule)
      }
      broken.append(
        grammar.callbacks.indices.map { callback in
          zip(rules, found).compactMap { rule, value in
            guard let value, case let allowed = rule.allowed[callback.index], !allowed.isEmpty
            else { return nil }
            return (value < 0 ? rule.compares : !allowed[value]) ? rule.rule : nil
          }
        })
    }
  }

  /// The rules that a call breaks.
  func broken(_ row: UInt32, _ callback: Int) -> [RuleID] {
    rules.isEmpty ? [] : broken[Int(ofRow[Int(row)])][callback]
  }

  /// Whether the trace has values that a rule looks at, and one that it knows where it compares them to that.
  func hasMaterial(for rule: RuleID, _ store: Store) -> Bool {
    guard let own = rules.first(where: { $0.rule == rule }) else { return true }
    if own.compares { return named.contains(rule) }
    return (0..<UInt32(store.rowCount)).contains { store.value(own.place, $0) != 0 }
  }

  /// Whether it breaks any.
  func breaks(_ row: UInt32, _ callback: Int) -> Bool {
    !rules.isEmpty && !broken[Int(ofRow[Int(row)])][callback].isEmpty
  }
}
