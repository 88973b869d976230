#if canImport(os)
  internal import os
  public import CallOrderRecorderCore

  extension Destination {
    /// The unified log, a message an event, public as a whole.
    ///
    /// A message is a line of JSON. The system cuts long ones, so that of one over 900 bytes only that it is missing is
    /// written.
    /// - Parameter subsystem: the subsystem by which the messages are found; their category is `CallOrder`.
    public static func unifiedLog(subsystem: String) -> Destination {
      Destination { UnifiedLogSink(Logger(subsystem: subsystem, category: "CallOrder")) }
    }
  }

  private final class UnifiedLogSink: RecordingSink {
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    func begin(_ header: RecordingHeader, launch: String) {}

    func write(_ lines: UnsafeRawBufferPointer, events: Int) {
      lines.forEachLine { line in
        let text = line.count > 900 ? "{\"lost\":1}" : String(decoding: line, as: UTF8.self)
        logger.notice("\(text, privacy: .public)")
      }
    }
  }
#endif
