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
    /// The known values as they are compared, and whether a value need only begin so.
    var compared: [(text: String, isBeginning: Bool)] = []

    /// The index of a value among the known ones, -1 for any other value; nil for one that names nothing.
    func index(of value: String) -> Int? {
      if !compares { return known.firstIndex(of: value) ?? -1 }
      if value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { return nil }
      let value = value.lowercased()
      return compared.firstIndex { $0.isBeginning ? value.hasPrefix($0.text) : value == $0.text }
        ?? -1
    }
  }

  /// The rules on members of one part of the rows, and what they make of each of its values.
  private struct Table {
    var rules: [ValueRule] = []
    /// By part: the number of its values, as far as rules know them; and by that number and callback, the rules that are
    /// broken.
    var numbers: [UInt16] = []
    var broken: [[[RuleID]]] = []

    func broken(_ part: Int, _ callback: Int) -> [RuleID] {
      rules.isEmpty ? [] : broken[Int(numbers[part])][callback]
    }
  }

  private var ofHow = Table()
  private var ofWho = Table()
  /// The rules whose values the trace names somewhere.
  private(set) var named: Set<RuleID> = []

  init(_ plan: Plan, _ store: Store) {
    let grammar = plan.grammar
    let rules = grammar.rules.numbered.compactMap { number, rule -> ValueRule? in
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
          compares: true,
          compared: form.values.map { value in
            let isBeginning = value.hasSuffix("*")
            return ((isBeginning ? String(value.dropLast()) : value).lowercased(), isBeginning)
          })
      }
      return nil
    }
    let identityCount = store.members.identityCount
    ofHow = table(rules.filter { $0.place >= identityCount }, store.howRows, plan, store)
    ofWho = table(rules.filter { $0.place < identityCount }, store.whoRows, plan, store)
  }

  private mutating func table(
    _ rules: [ValueRule], _ rows: some Sequence<Row>, _ plan: Plan, _ store: Store
  ) -> Table {
    var table = Table(rules: rules)
    if rules.isEmpty { return table }
    var known: [[Int?]: UInt16] = [:]
    var values: [[Int?]] = []
    for row in rows {
      let found = rules.map { rule -> Int? in
        let value = store.value(rule.place, row)
        return value == 0 ? nil : rule.index(of: store.string(value))
      }
      if let number = known[found] {
        table.numbers.append(number)
        continue
      }
      let number = UInt16(known.count)
      known[found] = number
      values.append(found)
      table.numbers.append(number)
      for (rule, value) in zip(rules, found) where rule.compares && (value ?? -1) >= 0 {
        named.insert(rule.rule)
      }
    }
    for found in values {
      table.broken.append(
        plan.grammar.callbacks.indices.map { callback in
          zip(rules, found).compactMap { rule, value in
            guard let value, case let allowed = rule.allowed[callback.index], !allowed.isEmpty
            else { return nil }
            // Where no value is one that it knows, all events would break it, and none would count.
            return (value < 0 ? named.contains(rule.rule) : !allowed[value]) ? rule.rule : nil
          }
        })
    }
    return table
  }

  /// The rules that a call breaks.
  func broken(_ row: Row, _ callback: Int) -> [RuleID] {
    let broken = ofHow.broken(row.how.index, callback)
    return ofWho.rules.isEmpty ? broken : broken + ofWho.broken(row.who.index, callback)
  }

  /// Whether the trace has values that a rule looks at, and one that it knows where it compares them to that.
  func hasMaterial(for rule: RuleID, _ store: Store) -> Bool {
    guard let own = (ofHow.rules + ofWho.rules).first(where: { $0.rule == rule }) else {
      return true
    }
    if own.compares { return named.contains(rule) }
    let rows = own.place < store.members.identityCount ? store.whoRows : store.howRows
    return rows.contains { store.value(own.place, $0) != 0 }
  }
}
