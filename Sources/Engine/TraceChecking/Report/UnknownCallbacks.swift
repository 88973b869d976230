internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The callbacks of a trace that the grammar does not know.
struct UnknownCallbacks {
  /// How many different ones are listed by name, and the name for all others.
  private static let limit = 10_000
  private static let others = "(others)"

  private let store: Store
  /// By spelling, or 0 for all others.
  private var tallies: [UInt32: Tally] = [:]

  init(_ store: Store) {
    self.store = store
    for (index, event) in store.events.enumerated()
    where event.callback == Event.none || event.doubt == .nearly {
      let spelling = store.spelling(event.row.how)
      if spelling == 0 { continue }
      let isListed = tallies.count < Self.limit || tallies[spelling] != nil
      tallies[isListed ? spelling : 0, default: Tally()].add(Int32(index))
    }
  }

  /// How often each came, sorted by name.
  var counts: [CallbackCount] {
    tallies.map { spelling, tally in
      CallbackCount(
        callback: spelling == 0 ? Self.others : store.string(spelling), count: tally.count)
    }.sorted { $0.callback < $1.callback }
  }

  /// The note on them; nil if all callbacks are known.
  var note: TraceReport.Note? {
    guard let first = tallies.values.map(\.first).min() else { return nil }
    let count = tallies.values.reduce(0) { $0 + $1.count }
    let callbacks =
      tallies.count > Self.limit ? "more than \(Self.limit)" : "\(tallies.count)"
    return TraceReport.Note(
      id: "unknown-callback", event: Int(first) + 1, line: Int(store.events[Int(first)].line),
      count: count,
      message: "\(count) event\(count == 1 ? "" : "s") of \(callbacks)"
        + " callback\(tallies.count == 1 ? "" : "s") that the grammar does not know\(suggestion)")
  }

  /// The suggestion for the first one that has a near spelling; empty for none.
  private var suggestion: String {
    let near = tallies.filter { store.resembled[$0.key] != nil }
    guard let first = near.min(by: { $0.value.first < $1.value.first })?.key,
      let spelling = store.resembled[first]?.spelling
    else { return "" }
    let others = near.count == 1 ? "" : ", and \(near.count - 1) more"
    let isDoubtful = near.values.contains { store.events[Int($0.first)].doubt == .nearly }
    let doubt = isDoubtful ? "; whatever such events changed is treated as unknown" : ""
    return "\(doubt); did you mean \(spelling) by \"\(store.string(first))\"\(others)?"
  }
}

extension Summary {
  /// The note on callbacks that the trace says it records, and that the grammar does not know; nil if there are none.
  var unknownRecords: TraceReport.Note? {
    let unknown = plan.unknown(in: store.statements.records)
    guard let first = unknown.first else { return nil }
    let near =
      NearSpellings(grammar).nearest(to: first).map { "; did you mean \"\($0.spelling)\"?" } ?? ""
    return TraceReport.Note(
      id: "unknown-records", count: unknown.count,
      message:
        "\"records\" names callbacks that the grammar does not know, such as \"\(first)\"\(near)")
  }
}
