internal import TraceModel

/// Looks at the values of members that rules ask for, event by event.
struct ValueWatch {
  /// A rule that the present event breaks, and the value that breaks it.
  struct Break {
    var rule: ValueRule
    var value: String
  }

  /// A value as it was read last: most events of a recording have that of the one before.
  private struct Reading {
    var name = NameID.none
    var batch: UInt32 = 0
    /// The index among the values that the rule knows; -1 for another.
    var index = -1
  }

  /// Of values more characters than this are not shown.
  private static let shownLength = 64

  private let rules: [ValueRule]
  private var last: [Reading]
  /// What the present event breaks.
  private(set) var broken: [Break] = []
  /// Rules of the grammar of which the present event named a value for the first time in the trace.
  private(set) var newlyNamed: [Int] = []
  private var named: Set<Int> = []

  init(_ compiled: CompiledGrammar) {
    rules = compiled.forms.values
    last = rules.map { _ in Reading() }
  }

  /// Looks at an event.
  /// - Parameters:
  ///   - callback: what was called; nil for a notification, and for what the grammar does not know.
  ///   - number: the number of the batch.
  /// - Returns: whether there is anything to be told of it.
  /// - Complexity: O(rules), and O(bytes · values) for a value that the event before had not.
  @inline(__always)
  mutating func look(
    at event: EventRecord, callback: Int?, in batch: borrowing EventBatch, number: UInt32
  ) -> Bool {
    if rules.isEmpty { return false }
    if !broken.isEmpty { broken.removeAll() }
    if !newlyNamed.isEmpty { newlyNamed.removeAll() }
    for index in rules.indices {
      let name = batch.value(rules[index].place, of: event)
      if name.isNone { continue }
      if name != last[index].name || number != last[index].batch {
        let bytes = batch.names.bytes(name)
        let known = rules[index].known.firstIndex { $0.utf8.elementsEqual(bytes) }
        last[index] = Reading(name: name, batch: number, index: known ?? -1)
      }
      judge(index, last[index], callback, in: batch)
    }
    return !broken.isEmpty || !newlyNamed.isEmpty
  }

  private mutating func judge(
    _ index: Int, _ reading: Reading, _ callback: Int?, in batch: borrowing EventBatch
  ) {
    let compares = rules[index].comparesToNamed
    if compares && reading.index >= 0 {
      if named.insert(rules[index].rule).inserted { newlyNamed.append(rules[index].rule) }
      return
    }
    guard let callback, !rules[index].allowed[callback].isEmpty else { return }
    if reading.index < 0 ? compares : !rules[index].allowed[callback][reading.index] {
      let value = batch.names.string(reading.name)
      let isLong = value.count > Self.shownLength
      broken.append(
        Break(
          rule: rules[index],
          value: isLong ? value.prefix(Self.shownLength) + "…" : value))
    }
  }
}
