internal import TraceSystem

/// A value that is made when it is first needed, and once; it may be asked for by several threads.
package final class Lazily<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Monitor<Value?>(nil)

  /// - Parameter make: makes the value.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value; other threads wait while it is made.
  package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
