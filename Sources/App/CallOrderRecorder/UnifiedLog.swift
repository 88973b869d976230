#if canImport(os)
  internal import os
  public import CallOrderRecorderCore

  extension Destination {
    /// The unified log, with one message per event; the messages are public.
    ///
    /// Each message is a line of JSON. The system truncates long messages, so for an event of more than 900 bytes, only a
    /// line is written that says that an event is missing.
    /// - Parameter subsystem: the subsystem of the messages; their category is `CallOrder`.
    public static func unifiedLog(subsystem: String) -> Destination {
      Destination { UnifiedLogSink(Logger(subsystem: subsystem, category: "CallOrder")) }
    }
  }

  private final class UnifiedLogSink: RecordingSink {
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    func begin(_ header: RecordingHeader, launch: String) {}

    func write(_ lines: UnsafeRawBufferPointer, events: Int) {
      // SAFETY: the lines are copied to texts during the call.
      lines.forEachLine { line in
        let text = line.count > 900 ? "{\"lost\":1}" : String(decoding: line, as: UTF8.self)
        logger.notice("\(text, privacy: .public)")
      }
    }
  }
#endif
