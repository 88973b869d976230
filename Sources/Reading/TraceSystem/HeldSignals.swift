internal import SystemC

/// The signals with which people and services end a process. They are held back so that it leaves nothing half done.
struct HeldSignals {
  /// The signals that this process takes; its parent may have blocked some.
  private let held: [Int32]

  private static let ending = [SIGHUP, SIGINT, SIGTERM]

  /// Holds the signals back while the closure runs.
  ///
  /// Other threads of the process would still take them, but none is running while files are written.
  static func during<Result>(_ body: (HeldSignals) -> Result) -> Result {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for signal in ending { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body(HeldSignals(held: ending.filter { sigismember(&before, $0) == 0 }))
  }

  /// Whether one of the signals has come. It will end the process afterwards.
  var hasCome: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return held.contains { sigismember(&pending, $0) == 1 }
  }
}

/// Turns a write to a reader that has gone away into an error, which would otherwise end the process.
///
/// Without it, `callorder check --report json=FILE … | head` would end before it has written the file.
package func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
