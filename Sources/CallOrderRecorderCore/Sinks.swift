internal import TraceSystem

/// Gives each line to a closure.
final class ClosureSink: RecordingSink {
  private let body: @Sendable (String) -> Void

  init(_ body: @escaping @Sendable (String) -> Void) { self.body = body }

  func begin(_ header: RecordingHeader, launch: String) {
    header.line(launch: launch).withUnsafeBytes { write($0) }
  }

  func write(_ lines: UnsafeRawBufferPointer) {
    lines.forEachLine { body(String(decoding: $0, as: UTF8.self)) }
  }
}

/// Writes to standard output at once.
final class StandardOutputSink: RecordingSink, @unchecked Sendable {
  private let output = OutputChannel.standardOutput()

  func begin(_ header: RecordingHeader, launch: String) {
    output.write(header.line(launch: launch))
    output.flush()
  }

  func write(_ lines: UnsafeRawBufferPointer) {
    output.write(Array(lines))
    output.flush()
  }
}

/// Keeps the lines in memory.
final class MemorySink: RecordingSink {
  private let recording: MemoryRecording

  init(_ recording: MemoryRecording) { self.recording = recording }

  func begin(_ header: RecordingHeader, launch: String) {
    recording.begin(header.line(launch: launch))
  }

  func write(_ lines: UnsafeRawBufferPointer) { recording.append(lines) }
}

/// A recording in memory: its last events, as many as there is room for.
public final class MemoryRecording: Sendable {
  private struct Content {
    var header: [UInt8] = []
    var lines: [UInt8] = []
    /// How many of the first events were dropped.
    var dropped = 0
  }

  private let sizeLimit: Int
  private let content: Monitor<Content>

  /// Makes an empty recording.
  /// - Parameter sizeLimit: how many bytes of events are kept; beyond, the first half of them is dropped.
  public init(sizeLimit: Int = 1 << 20) {
    self.sizeLimit = max(1 << 10, sizeLimit)
    var content = Content()
    content.lines.reserveCapacity(self.sizeLimit)
    self.content = Monitor(content)
  }

  /// The recording so far, as JSON Lines.
  /// - Complexity: O(n) in its size.
  public var bytes: [UInt8] {
    content.withLock { content in
      var bytes = content.header
      if content.dropped > 0 { bytes += Array("{\"lost\":\(content.dropped)}\n".utf8) }
      return bytes + content.lines
    }
  }

  /// The recording so far, as JSON Lines.
  /// - Complexity: O(n) in its size.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  func begin(_ header: [UInt8]) {
    content.withLock { $0.header = header }
  }

  func append(_ lines: UnsafeRawBufferPointer) {
    content.withLock { content in
      while !content.lines.isEmpty, content.lines.count + lines.count > sizeLimit {
        Self.dropHalf(of: &content)
      }
      content.lines.append(contentsOf: lines)
    }
  }

  private static func dropHalf(of content: inout Content) {
    let half = content.lines[(content.lines.count / 2)...]
    let end = half.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? content.lines.count
    content.dropped += content.lines[..<end].withUnsafeBytes { $0.eventCount }
    content.lines.removeSubrange(..<end)
  }
}
