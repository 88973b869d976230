internal import TraceGrammar
internal import TraceModel

/// The last call of a spelling that had nothing to tell.
struct RecentCall: BitwiseCopyable {
  /// The number of the batch that it came in; 0 if there was none.
  var batch: UInt32 = 0
  /// The number of the `Circumstances` in which a call with its values was last found to be ordinary, as far as the
  /// wider subject is concerned; 0 if none was.
  var circumstances: UInt32 = 0
  /// What its values meant.
  var values = CallValues()
}

/// The last call of each spelling. Nearly all calls of a spelling have the values of the last one, which are then not
/// looked at one by one.
struct RecentCalls: ~Copyable {
  /// The members whose values matter, by their indices in an event, and how many values an event must have.
  private let members: UnsafeMutableBufferPointer<Int>
  private let valueCount: Int
  /// By the number of the spelling.
  private var calls: UnsafeMutablePointer<RecentCall>
  /// The values of these calls, row major, with one row for each spelling.
  private var names: UnsafeMutablePointer<NameID>
  private var capacity = 0

  /// - Parameters:
  ///   - members: the members whose values matter, besides the identities of narrow subjects.
  ///   - valueCount: how many members events have.
  init(_ members: Set<Int>, valueCount: Int) {
    self.members = .allocate(capacity: members.count)
    _ = self.members.initialize(from: members.sorted())
    self.valueCount = valueCount
    calls = .allocate(capacity: 1)
    names = .allocate(capacity: 1)
  }

  deinit {
    members.deallocate()
    calls.deallocate()
    names.deallocate()
  }

  /// The last call of a spelling, until another one is learned; nil if the values of this one are not the same.
  /// - Parameter number: the number of the batch.
  @inline(__always)
  func call(
    like event: EventRecord, _ spelling: Int32, in batch: borrowing EventBatch, number: UInt32
  ) -> UnsafeMutablePointer<RecentCall>? {
    guard Int(spelling) < capacity, calls[Int(spelling)].batch == number,
      event.kind == .delegate, Int(event.valueCount) == valueCount
    else { return nil }
    let row = names + Int(spelling) &* members.count
    let values = batch.values.row(at: Int(event.valueStart))
    for index in 0..<members.count where values[members[index]] != row[index] { return nil }
    return calls + Int(spelling)
  }

  /// Remembers a delegate call that had nothing to tell.
  mutating func learn(
    _ values: CallValues, _ spelling: Int32, _ event: EventRecord,
    in batch: borrowing EventBatch, number: UInt32
  ) {
    if Int(spelling) >= capacity { grow(toHold: Int(spelling)) }
    calls[Int(spelling)] = RecentCall(batch: number, values: values)
    for (index, member) in members.enumerated() {
      names[Int(spelling) * members.count + index] = batch.value(member, of: event)
    }
  }

  /// Notes that the call that was learned last for a spelling is ordinary, as far as the wider subject is concerned.
  func note(_ spelling: Int32, circumstances: UInt32) {
    calls[Int(spelling)].circumstances = circumstances
  }

  private mutating func grow(toHold spelling: Int) {
    let larger = max(16, capacity * 2, spelling + 1)
    calls = enlarged(calls, capacity, larger)
    (calls + capacity).initialize(repeating: RecentCall(), count: larger - capacity)
    names = enlarged(names, capacity * members.count, larger * members.count)
    (names + capacity * members.count)
      .initialize(repeating: .none, count: (larger - capacity) * members.count)
    capacity = larger
  }

  /// Traps if what is remembered of the last batch does not refer to its names; for tests.
  /// - Parameter number: the number of the last batch.
  /// - Complexity: O(spellings · members).
  func checkInvariants(nameCount: Int, number: UInt32) {
    precondition(members.allSatisfy { $0 >= 0 && $0 < valueCount })
    precondition(zip(members, members.dropFirst()).allSatisfy(<))
    for spelling in 0..<capacity {
      let call = calls[spelling]
      precondition(call.batch <= number && !call.values.isTelling)
      if call.batch != number { continue }
      for index in 0..<members.count {
        let name = names[spelling * members.count + index]
        precondition(Int(name.rawValue) <= nameCount, "a value is a name of the batch")
      }
    }
  }
}
