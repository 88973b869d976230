internal import SystemC

/// A thread that runs one closure.
package struct WorkerThread {
  private let handle: pthread_t

  /// Starts a thread; nil if the system cannot start any more.
  ///
  /// The stack is 8 MiB on every system, because a parser of nested text may run on it.
  package init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    // SAFETY: the box is released once: by the thread, or here if there is no thread.
    let box = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var handle: pthread_t?
      let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = runBody
    #else
      var handle = pthread_t()
      let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
        box.map { runBody($0) } ?? nil
      }
    #endif
    guard pthread_create(&handle, &attributes, entry, box.toOpaque()) == 0 else {
      box.release()
      return nil
    }
    #if canImport(Darwin)
      guard let handle else { return nil }
    #endif
    self.handle = handle
  }

  /// Waits until the closure has returned.
  package func join() { pthread_join(handle, nil) }

  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

private func runBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<WorkerThread.Body>.fromOpaque(box).takeRetainedValue().run()
  return nil
}
