internal import SystemC

/// The current thread, and a clock.
package enum SystemThread {
  /// A number that distinguishes this thread from all others that are running.
  package static var current: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Whether this is the main thread; true where nothing asks, which is everywhere but on Apple's systems.
  package static var isMain: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      true
    #endif
  }

  /// Microseconds since some moment. It never decreases, even if the system's clock is set back.
  package static var microseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1_000
  }
}
