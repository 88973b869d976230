internal import TraceModel

/// The parts into which the subjects of a kind are divided by their identities.
///
/// Subjects that ended are forgotten part by part. Several checkers can therefore share the parts of one trace, and
/// forget the same subjects as a single checker does.
enum SubjectPart {
  /// How many parts there are. At most this many checkers can share a trace.
  static let count = 16
  /// With room for fewer subjects, all of them are one part.
  private static let fewSubjects = 256
  /// Unlike the seed of other hashes, it is the same in every run, because what is forgotten may be seen in a report.
  private static let seed: UInt64 = 0x8EBC_6AF0_9C88_C6E3

  /// How many parts the subjects of a kind have, for certain limits.
  static func count(_ limits: MemoryLimits) -> Int {
    min(limits.endedSubjects, limits.tombstones) < fewSubjects ? 1 : count
  }

  /// The part of a subject with an identity, of `count` parts.
  /// - Complexity: O(bytes).
  @inline(__always)
  static func of(_ name: UnsafeRawBufferPointer) -> Int {
    Int(truncatingIfNeeded: hashName(name, seed: seed) >> 60)
  }
}

/// The remaining data of forgotten subjects of one kind, part by part.
struct PartedTombstones: ~Copyable {
  /// Empty until a subject is forgotten: most traces are short, and setting up the parts would take longer than checking
  /// their events.
  private var parts: UnsafeMutableBufferPointer<Tombstones>
  private let limit: Int
  private let runCount: Int
  private let partCount: Int

  /// - Parameters:
  ///   - limit: how many subjects there is room for in all parts together.
  ///   - runCount: how many lifecycles a subject has.
  init(limit: Int, runCount: Int, partCount: Int) {
    (self.limit, self.runCount, self.partCount) = (limit, runCount, partCount)
    parts = .init(start: nil, count: 0)
  }

  deinit {
    parts.deinitialize()
    parts.deallocate()
  }

  /// Whether no subject was ever forgotten.
  var isEmpty: Bool { parts.isEmpty }

  /// Remembers a subject. If there is no room, it replaces the oldest of its part.
  /// - Parameter fill: initializes the cost vectors of its lifecycles.
  mutating func add(
    _ record: SubjectRecord, _ trail: EventTrail, fill: (UnsafeMutablePointer<VectorID>) -> Void
  ) {
    if parts.isEmpty {
      parts = .allocate(capacity: partCount)
      for part in 0..<partCount {
        parts.initializeElement(
          at: part, to: Tombstones(limit: limit / partCount, runCount: runCount))
      }
    }
    parts[Int(record.part)].add(record, trail, fill: fill)
  }

  /// Removes and returns a subject that is met again; nil if nothing is remembered of it.
  mutating func take(_ hash: UInt64, part: Int) -> Tombstones.Tombstone? {
    parts.isEmpty ? nil : parts[part].take(hash)
  }

  /// Traps if the rows and the index of a part disagree; for tests.
  func checkInvariants() {
    for part in parts.indices { parts[part].checkInvariants() }
  }
}
