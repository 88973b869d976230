internal import TraceGrammar

/// Which lifecycles of a kind of subject see a callback, or a case of it.
final class SeenRuns {
  private let callbackCount: Int
  /// For every kind and callback, row major, the index of its first lifecycle in `numbers`; one more at the end.
  private let starts: UnsafeMutablePointer<Int>
  private let numbers: UnsafeMutablePointer<UInt16>

  /// - Parameter sees: whether a lifecycle sees a callback.
  init(
    _ compiled: CompiledGrammar, _ sees: (_ lifecycle: LifecycleID, _ callback: CallbackID) -> Bool
  ) {
    callbackCount = compiled.grammar.callbacks.count
    let size = compiled.kinds.count * callbackCount
    starts = .allocate(capacity: size + 1)
    starts.initialize(repeating: 0, count: size + 1)
    var all: [UInt16] = []
    for (kind, known) in compiled.kinds.numbered {
      for callback in CallbackID.all(callbackCount) {
        for (number, lifecycle) in known.lifecycles.enumerated()
        where sees(lifecycle, callback) {
          all.append(UInt16(number))
        }
        starts[kind.index * callbackCount + callback.index + 1] = all.count
      }
    }
    numbers = .allocate(capacity: max(1, all.count))
    for (place, number) in all.enumerated() { numbers[place] = number }
  }

  deinit {
    starts.deallocate()
    numbers.deallocate()
  }

  /// The lifecycles that see a callback, by their numbers among those of the kind, ascending.
  @inline(__always)
  subscript(kind: SubjectKindID, callback: CallbackID) -> UnsafeBufferPointer<UInt16> {
    let cell = kind.index &* callbackCount &+ callback.index
    return UnsafeBufferPointer(
      start: numbers + starts[cell], count: starts[cell + 1] - starts[cell])
  }
}
