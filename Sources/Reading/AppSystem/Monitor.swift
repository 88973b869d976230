internal import SystemC

/// A value shared by threads, with a way to wait until it changes.
@usableFromInline
package final class Monitor<Value>: @unchecked Sendable {
  // SAFETY: both stay at their addresses until nothing refers to the monitor. `value` and `waiting` are used only by
  // the thread that holds the mutex.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  @usableFromInline var value: Value
  /// How many threads wait for a change.
  private var waiting = 0

  /// Creates a monitor for a value that nothing else refers to.
  package init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Calls the closure while no other thread uses the value.
  @inlinable package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock()
    defer { unlock() }
    return body(&value)
  }

  @usableFromInline func lock() { pthread_mutex_lock(mutex) }
  @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }

  /// Waits until the closure gives a result. It is called again after every announced change.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      waiting += 1
      pthread_cond_wait(condition, mutex)
      waiting -= 1
    }
  }

  /// Calls the closure while no other thread uses the value, and announces a change.
  @inlinable package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock()
    defer {
      announce()
      unlock()
    }
    return body(&value)
  }

  @usableFromInline func announce() { if waiting > 0 { pthread_cond_broadcast(condition) } }
}
