package import TraceModel

/// Why a text is not a trace.
package struct TraceError: Error, Sendable, Equatable {
  /// Where the fault is; nil if it is not in the text, as with a failing disk.
  package var position: SourcePosition?
  /// One sentence without a full stop.
  package var message: String

  /// The message for a file without content.
  package static let emptyFile = "the file is empty"

  /// Creates an error.
  package init(_ message: String, at position: SourcePosition? = nil) {
    self.position = position
    self.message = message
  }
}

/// A fault within bytes in memory, before it is known where in the text they are.
struct BatchFault: Error {
  /// The offset in bytes from the first of them.
  var offset: Int
  var message: String
  /// Whether a JSON text ends too early.
  var isTruncation = false
  /// Whether the recording ends in the middle of an otherwise correct element.
  var isCutOff = false

  init(_ message: String, at offset: Int, isTruncation: Bool = false, isCutOff: Bool = false) {
    (self.offset, self.message) = (offset, message)
    (self.isTruncation, self.isCutOff) = (isTruncation, isCutOff)
  }

  /// The fault with an offset that is counted from elsewhere.
  func moved(by distance: Int) -> BatchFault {
    BatchFault(
      message, at: max(0, offset + distance), isTruncation: isTruncation, isCutOff: isCutOff)
  }
}

/// Limits for a trace. Exceeding one has its own error.
package struct ReadingLimits: Sendable {
  /// The size of one event, or of the header, in bytes.
  package var eventSizeInBytes = 8 << 20
  /// The length of a callback's spelling or an identity, in bytes.
  package var nameLengthInBytes = 64 << 10
  /// The number of events in one trace, including gap markers.
  package var eventCount = 100_000_000

  /// The default limits. The nesting depth of values, 2,048 levels, is jansson's own limit.
  package init() {}
}

extension ReadingLimits {
  /// The message for bytes that are too many for one event or header.
  var sizeFault: String {
    "an event or a header is larger than the limit of \(eventSizeInBytes) bytes"
  }
}
