internal import SystemC

/// A pipe, or a growing file, that is read as bytes arrive.
///
/// A file ends when it is replaced or truncated; its replacement is another file, which must be opened anew. A pipe
/// ends when nothing writes to it any more. Both end when the user interrupts (see `Interruption`).
package final class FollowedFile {
  /// The result of a read.
  package enum Arrival: Equatable {
    /// This many bytes, at the front of the buffer.
    case bytes(Int)
    /// Nothing for a while.
    case nothing
    /// Nothing will come any more.
    case end
  }

  /// How often a file is checked for growth, in milliseconds.
  private static let pauseLength = 100

  private let path: String
  private let descriptor: Int32
  private let isRegular: Bool
  private let closesOnRelease: Bool
  private var offset = 0

  /// Opens a file, which may be a named pipe.
  /// - Throws: `SystemError` if it cannot be opened or is a folder.
  package init(opening path: String) throws(SystemError) {
    let kind = try fileKind(of: path)
    if kind == .folder { throw SystemError(path: path, message: "is a folder, not a file") }
    descriptor = path.withSystemPath { path in
      calling(.open) { open(path, O_RDONLY | O_CLOEXEC) }
    }
    guard descriptor >= 0 else { throw SystemError(path: path, code: errno) }
    self.path = path
    isRegular = kind == .file
    closesOnRelease = true
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    isRegular = false
    closesOnRelease = false
  }

  deinit { if closesOnRelease { close(descriptor) } }

  /// The process's standard input.
  package static func standardInput() -> FollowedFile {
    FollowedFile(descriptor: STDIN_FILENO, path: "-")
  }

  /// Whether a new file may replace this one: pipes are never replaced, and an interrupt ends the wait for one.
  package var canBeReplaced: Bool { isRegular && !Interruption.hasCome }

  /// Waits until a file is replaced, however much of it was read, or the user interrupts; not at all for a pipe.
  package func waitForReplacement() {
    while canBeReplaced && !hasEnded { pause(milliseconds: Self.pauseLength) }
  }

  /// Reads what is there, or waits for more.
  /// - Parameter milliseconds: how long to wait at most.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(SystemError) -> Arrival {
    if Interruption.hasCome { return .end }
    if !isRegular {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Int32(clamping: milliseconds))
      if ready < 0, errno != EINTR { throw SystemError(path: path, code: errno) }
      if ready <= 0 { return Interruption.hasCome ? .end : .nothing }
    }
    // SAFETY: the system writes at most `buffer.count` bytes, during the call.
    let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      offset += count
      return .bytes(count)
    }
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return .nothing }
      throw SystemError(path: path, code: errno)
    }
    if !isRegular || hasEnded { return .end }
    pause(milliseconds: min(Self.pauseLength, milliseconds))
    return .nothing
  }

  /// Whether the path now leads to another file, or this one is shorter than what was read of it.
  private var hasEnded: Bool {
    var own = stat()
    var named = stat()
    guard fstat(descriptor, &own) == 0 else { return true }
    if own.st_size < offset { return true }
    // Between the end of the old file and the creation of the new one, there may be no file.
    guard path.withSystemPath({ stat($0, &named) }) == 0 else { return false }
    return named.st_ino != own.st_ino || named.st_dev != own.st_dev
  }
}

/// The user's request to end a command that would otherwise run forever.
package enum Interruption {
  // SAFETY: only the signal handler writes it, always the same value, and the system writes this type in one step. A
  // read that comes too early is repeated.
  nonisolated(unsafe) private static var flag: sig_atomic_t = 0

  /// Whether the user has made the request.
  package static var hasCome: Bool { flag != 0 }

  /// From now on an interrupt is a request and does not end the process; a second one does.
  package static func expect() {
    // The parent process may have blocked these signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      signal(number) { number in
        Interruption.flag = 1
        signal(number, SIG_DFL)
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// Waits, unless a signal comes.
package func pause(milliseconds: Int) { _ = poll(nil, 0, Int32(clamping: milliseconds)) }
