#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The calls that reading and writing come down to; a debug build can be told to let one of them fail.
enum SystemCall: String, CaseIterable {
  case close, fchmod, fsync, getcwd, mkdir, open, opendir, poll, pread, read, readdir, readlink,
    rename
  case stat, tmpfile, unlink, write
}

/// Calls the system, again for as long as a signal interrupts it.
/// - Returns: what the call returned; negative, with the number in `errno`, where it failed.
func calling<Result: SignedInteger>(_ call: SystemCall, _ body: () -> Result) -> Result {
  while true {
    let result = attempting(call, otherwise: -1, body)
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Calls the system once.
/// - Parameter failed: what the call returns when it fails, with the number in `errno`.
func attempting<Result>(
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

/// Waits until a descriptor that does not block can go on.
/// - Parameter events: what is to become possible, such as `POLLOUT`.
/// - Returns: whether to try again; false where the fault that `errno` names is another one.
func waitsForRoom(_ descriptor: Int32, _ events: Int32) -> Bool {
  guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
  var place = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return calling(.poll) { poll(&place, 1, -1) } >= 0
}

#if DEBUG
  /// One call that fails, so that a test can let each of a run fail in turn.
  ///
  /// The variable `CALLORDER_FAULT` names the call, which of its occurrences fails, the error number, and a file that is
  /// made when it does: `write:3:28:/tmp/mark`. A build for release does not look at it.
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
