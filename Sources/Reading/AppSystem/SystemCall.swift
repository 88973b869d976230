internal import SystemC

/// The system calls for reading and writing. In a debug build, one of them can be made to fail.
package enum SystemCall: String, CaseIterable {
  case close, fchmod, fsync, getcwd, mkdir, open, opendir, poll, pread, read, readdir, readlink,
    rename
  case stat, tmpfile, unlink, write
}

/// Makes a system call, and repeats it as long as a signal interrupts it.
/// - Returns: the call's result; negative if it failed, with the number in `errno`.
package func calling<Result: SignedInteger>(_ call: SystemCall, _ body: () -> Result) -> Result {
  while true {
    let result = attempting(call, otherwise: -1, body)
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Makes a system call once.
/// - Parameter failed: the result of the call if it fails, with the number in `errno`.
package func attempting<Result>(
  _ call: SystemCall, otherwise failed: Result, _ body: () -> Result
) -> Result {
  #if DEBUG
    if let code = PlannedFault.ofProcess?.code(for: call) {
      errno = code
      return failed
    }
  #endif
  return body()
}

/// Waits until a nonblocking descriptor is ready.
/// - Parameter events: what to wait for, such as `POLLOUT`.
/// - Returns: whether to try again; false if `errno` names another fault.
package func waitsForRoom(_ descriptor: Int32, _ events: Int32) -> Bool {
  guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
  var place = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return calling(.poll) { poll(&place, 1, -1) } >= 0
}

#if DEBUG
  /// One call that fails, so that a test can make each call of a run fail in turn.
  ///
  /// The variable `CALLORDER_FAULT` names the call, which of its occurrences fails, the error number, and a file that
  /// is created when it does: `write:3:28:/tmp/mark`. A release build ignores it.
  private final class PlannedFault: Sendable {
    static let ofProcess = PlannedFault(
      getenv("CALLORDER_FAULT").map { String(cString: $0) } ?? "")

    private let call: SystemCall
    private let code: Int32
    private let mark: String
    private let left: Monitor<Int>

    init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 3)
      guard parts.count == 4, let call = SystemCall(rawValue: String(parts[0])),
        let number = Int(parts[1]), let code = Int32(parts[2])
      else { return nil }
      self.call = call
      self.code = code
      mark = String(parts[3])
      left = Monitor(number)
    }

    /// The error number, if this is the occurrence that fails.
    func code(for call: SystemCall) -> Int32? {
      guard call == self.call else { return nil }
      let isDue = left.withLock { left in
        left -= 1
        return left == 0
      }
      guard isDue else { return nil }
      close(open(mark, O_WRONLY | O_CREAT, 0o666))
      return code
    }
  }
#endif
