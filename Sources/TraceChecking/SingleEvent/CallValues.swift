internal import TraceModel

/// What the members of a call say besides the identities of its subjects: who recorded it, and whether a rule on values
/// is broken.
struct CallValues: BitwiseCopyable {
  /// The role and the delegate that it names, as `RecordedValues` numbers them; -1 for none.
  var role: Int32 = -1
  var delegate: Int32 = -1
  /// Whether a rule on values has something to say about it.
  var isTelling = false
}

/// What the values of recent calls meant, one call for each spelling. Nearly all calls of a spelling have the values of
/// the last one, which are then not looked at one by one.
struct RecentCallValues: ~Copyable {
  /// The members whose values matter, by their indices in an event.
  private let members: UnsafeMutableBufferPointer<Int>
  /// For each spelling, the batch of the last call that had nothing to tell; 0 before the first. And what it meant.
  private var calls: UnsafeMutablePointer<(batch: UInt32, values: CallValues)>
  /// The values of that call, row major, with one row for each spelling.
  private var names: UnsafeMutablePointer<NameID>
  private var capacity = 0

  /// - Parameter members: the members whose values matter.
  init(_ members: Set<Int>) {
    self.members = .allocate(capacity: members.count)
    _ = self.members.initialize(from: members.sorted())
    calls = .allocate(capacity: 1)
    names = .allocate(capacity: 1)
  }

  deinit {
    members.deallocate()
    calls.deallocate()
    names.deallocate()
  }

  /// What the values of a call mean; nil if they are not those of the last call with its spelling.
  /// - Parameter number: the number of the batch.
  @inline(__always)
  func known(
    _ spelling: Int32, _ event: EventRecord, in batch: borrowing EventBatch, number: UInt32
  ) -> CallValues? {
    guard Int(spelling) < capacity, calls[Int(spelling)].batch == number,
      event.kind == .delegate
    else { return nil }
    let row = names + Int(spelling) &* members.count
    for index in 0..<members.count
    where batch.value(members[index], of: event) != row[index] {
      return nil
    }
    return calls[Int(spelling)].values
  }

  /// Remembers the values of a delegate call that had nothing to tell.
  mutating func learn(
    _ values: CallValues, _ spelling: Int32, _ event: EventRecord,
    in batch: borrowing EventBatch, number: UInt32
  ) {
    if Int(spelling) >= capacity { grow(toHold: Int(spelling)) }
    calls[Int(spelling)] = (number, values)
    for (index, member) in members.enumerated() {
      names[Int(spelling) * members.count + index] = batch.value(member, of: event)
    }
  }

  private mutating func grow(toHold spelling: Int) {
    let larger = max(16, capacity * 2, spelling + 1)
    calls = enlarged(calls, capacity, larger)
    (calls + capacity).initialize(repeating: (0, CallValues()), count: larger - capacity)
    names = enlarged(names, capacity * members.count, larger * members.count)
    (names + capacity * members.count)
      .initialize(repeating: .none, count: (larger - capacity) * members.count)
    capacity = larger
  }

  /// Traps if what is remembered of the last batch does not refer to its names; for tests.
  /// - Parameter number: the number of the last batch.
  /// - Complexity: O(spellings · members).
  func checkInvariants(nameCount: Int, number: UInt32) {
    precondition(members.allSatisfy { $0 >= 0 } && zip(members, members.dropFirst()).allSatisfy(<))
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
