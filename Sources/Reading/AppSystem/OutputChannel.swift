internal import SystemC

/// A destination for the user's text: standard output, standard error, or memory in tests.
///
/// Used from one thread. A reader that has gone away (`callorder … | head`) is not a failure: anything written
/// afterwards is dropped.
package final class OutputChannel {
  /// Whether the other end is a terminal.
  package let isTerminal: Bool
  /// The first failure to write, other than a reader that has gone away. Nothing is written after it.
  package private(set) var failure: SystemError?

  /// Where it writes; nil for memory.
  package let descriptor: Int32?
  private let bufferLimit: Int
  private var buffer: [UInt8] = []
  /// Whether output is dropped, because the reader has gone away or writing failed.
  package private(set) var isClosed = false

  /// Creates a channel to an open descriptor, with a buffer of up to 64 KiB. It does not close the descriptor.
  package init(descriptor: Int32, isBuffered: Bool = true) {
    self.descriptor = descriptor
    bufferLimit = isBuffered ? 1 << 16 : 0
    isTerminal = isatty(descriptor) == 1
  }

  /// Creates a channel that keeps everything in memory.
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

  /// Standard error of the process, without a buffer.
  package static func standardError() -> OutputChannel {
    OutputChannel(descriptor: STDERR_FILENO, isBuffered: false)
  }

  /// The bytes written so far to a channel in memory; empty for other channels.
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

  /// Writes out the buffer.
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
