internal import AppSystem

/// Calls a closure with each line.
final class ClosureSink: RecordingSink {
  // SAFETY: here and in the other sinks, lines are copied or written during the call.
  private let body: @Sendable (String) -> Void

  init(_ body: @escaping @Sendable (String) -> Void) { self.body = body }

  func begin(_ header: RecordingHeader, launch: String) {
    header.line(launch: launch).withUnsafeBytes { write($0, events: 0) }
  }

  func write(_ lines: UnsafeRawBufferPointer, events: Int) {
    lines.forEachLine { body(String(decoding: $0, as: UTF8.self)) }
  }
}

/// A recording in memory, which keeps the last events up to a size limit.
public final class MemoryRecording: Sendable {
  /// Lines, and how many events they account for.
  private typealias Part = (lines: [UInt8], events: Int)

  private struct Content {
    var header: [UInt8] = []
    /// How many of the first events were dropped.
    var dropped = 0
    var older: Part = ([], 0)
    var newer: Part = ([], 0)
  }

  private let partSize: Int
  private let content = Monitor(Content())

  /// Makes an empty recording.
  /// - Parameter sizeLimit: the maximum size of the kept events, in bytes; beyond it, the older half of them is dropped.
  public init(sizeLimit: Int = 1 << 20) {
    partSize = max(1 << 9, sizeLimit / 2)
  }

  /// The recording so far, as JSON Lines.
  /// - Complexity: O(n) in its size.
  public var bytes: [UInt8] {
    content.withLock { content in
      var bytes = content.header
      if content.dropped > 0 { bytes += Array("{\"lost\":\(content.dropped)}\n".utf8) }
      return bytes + content.older.lines + content.newer.lines
    }
  }

  /// The recording so far, as JSON Lines.
  /// - Complexity: O(n) in its size.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether nothing was recorded so far.
  public var isEmpty: Bool { content.withLock { $0.newer.events == 0 } }
}

extension MemoryRecording: RecordingSink {
  package func begin(_ header: RecordingHeader, launch: String) {
    content.withLock { $0.header = header.line(launch: launch) }
  }

  package func write(_ lines: UnsafeRawBufferPointer, events: Int) {
    content.withLock { content in
      if content.newer.events > 0, content.newer.lines.count + lines.count > partSize {
        content.dropped += content.older.events
        content.older = content.newer
        content.newer = ([], 0)
      }
      content.newer.lines.append(contentsOf: lines)
      content.newer.events += events
    }
  }
}
