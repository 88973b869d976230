internal import TraceFindings
internal import TraceJSON
internal import TraceModel

extension Timeline {
  /// The timeline by columns: one array a member of the entries, texts as indices into tables.
  ///
  /// `callback`, `kind` and `lanes` hold indices, counted from 0, into `callbacks`, `kinds` and `laneSets`;
  /// `process` into the timeline's `lanes`. A column of which no entry has a value is `null`. `details`
  /// holds a row for each entry that has some, with the entry's index.
  var jsonValue: JSONValue {
    var (callbacks, kinds) = (IndexTable<String>(), IndexTable<String>())
    var laneSets = IndexTable<[Int]>()
    let columns: JSONValue = [
      "event": .array(entries.map { JSONValue($0.event) }),
      "line": .array(entries.map { JSONValue($0.line) }),
      "callback": .array(entries.map { JSONValue(callbacks.index(of: $0.callback)) }),
      "kind": .array(entries.map { JSONValue(kinds.index(of: $0.kind.name)) }),
      "lanes": .array(entries.map { JSONValue(laneSets.index(of: $0.lanes)) }),
      "process": column { $0.processLane.map { JSONValue($0) } },
      "time": column { $0.time.map(JSONValue.real) },
      "duration": column { $0.duration.map(JSONValue.real) },
    ]
    let details = entries.enumerated().filter { !$0.element.details.isEmpty }.map { index, entry in
      JSONValue.array([
        JSONValue(index), .object(entry.details.map { .init($0.name, .string($0.value)) }),
      ])
    }
    return [
      "complete": .boolean(isComplete),
      "lanes": .array(lanes.map(\.jsonValue)),
      "callbacks": .array(callbacks.values.map(JSONValue.string)),
      "kinds": .array(kinds.values.map(JSONValue.string)),
      "laneSets": .array(laneSets.values.map { .array($0.map { JSONValue($0) }) }),
      "columns": columns,
      "details": .array(details),
    ]
  }

  private func column(_ value: (Entry) -> JSONValue?) -> JSONValue {
    let values = entries.map(value)
    return values.allSatisfy { $0 == nil } ? .null : .array(values.map { $0 ?? .null })
  }
}

extension Timeline.Lane {
  fileprivate var jsonValue: JSONValue {
    [
      "kind": .string(kind), "subject": .string(subject), "role": JSONValue(role),
      "intervals": .array(
        intervals.map {
          .array([.string($0.state), JSONValue($0.firstEvent), JSONValue($0.endEvent)])
        }),
    ]
  }
}

/// Values in order of first use, each with its index.
private struct IndexTable<Value: Hashable> {
  private(set) var values: [Value] = []
  private var indices: [Value: Int] = [:]

  mutating func index(of value: Value) -> Int {
    if let index = indices[value] { return index }
    indices[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
