#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where text for the user goes: standard output, standard error, or memory in tests.
///
/// Used from one thread. A reader that has gone away (`callorder … | head`) is no failure: what is written
/// afterwards is dropped.
package final class OutputChannel {
  /// Whether the other end is a terminal.
  package let isTerminal: Bool
  /// The first failure to write, other than a reader that has gone away; nothing is written after it.
  package private(set) var failure: SystemError?

  private let descriptor: Int32?
  private let bufferLimit: Int
  private var buffer: [UInt8] = []
  /// Whether what is written is dropped, as the reader has gone away or there was a failure.
  package private(set) var isClosed = false

  /// Makes a channel to an open descriptor that holds back up to 64 KiB; it is not closed at the end.
  package init(descriptor: Int32, isBuffered: Bool = true) {
    self.descriptor = descriptor
    bufferLimit = isBuffered ? 1 << 16 : 0
    isTerminal = isatty(descriptor) == 1
  }

  /// Makes a channel that keeps everything in memory.
  package init(collectingAsTerminal isTerminal: Bool = false) {
    descriptor = nil
    bufferLimit = .max
    self.isTerminal = isTerminal
  }

  deinit { flush() }

  /// Standard output of the process.
  package static func standardOutput() -> OutputChannel {
    OutputChannel(descriptor: STDOUT_FILENO)
  }

  /// Standard error of the process, written at once.
  package static func standardError() -> OutputChannel {
    OutputChannel(descriptor: STDERR_FILENO, isBuffered: false)
  }

  /// Which file the other end is; nil when it is none, such as a terminal.
  package var identity: FileIdentity? {
    descriptor.flatMap { fileStatus(ofDescriptor: $0) }.flatMap {
      $0.kind == .file ? $0.identity : nil
    }
  }

  /// What a channel to memory was given so far.
  package var collected: [UInt8] { descriptor == nil ? buffer : [] }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) {
    if isClosed { return }
    if buffer.isEmpty, bytes.count > bufferLimit { return send(bytes) }
    buffer.append(contentsOf: bytes)
    if buffer.count > bufferLimit { flush() }
  }

  /// Writes text as UTF-8.
  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Hands everything held back to the system.
  package func flush() {
    if descriptor == nil || buffer.isEmpty { return }
    send(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: [UInt8]) {
    guard let descriptor, !isClosed else { return }
    let code = writeAll(bytes, to: descriptor)
    if code == 0 { return }
    isClosed = true
    if code != EPIPE { failure = SystemError(path: "-", code: code) }
  }
}
