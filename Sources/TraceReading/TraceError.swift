public import TraceDiagnostics

/// Why a text is not a trace.
public struct TraceError: Error, Sendable, Equatable {
  /// The place of the fault; nil when the fault is in no place, such as a failing disk.
  public var position: SourcePosition?
  /// One sentence without a full stop.
  public var message: String

  /// Makes an error.
  public init(_ message: String, at position: SourcePosition? = nil) {
    self.position = position
    self.message = message
  }
}

/// A fault within the bytes of one batch, before it is known where the batch begins.
struct BatchFault: Error {
  /// The offset in bytes from the start of the batch.
  var offset: Int
  var message: String

  init(_ message: String, at offset: Int) {
    self.offset = offset
    self.message = message
  }
}

/// What a trace may ask of the reader; each bound has its own error.
public struct ReadingLimits: Sendable {
  /// The size of one event, or of the header, in bytes.
  public var eventSizeInBytes = 8 << 20
  /// The length of a callback's spelling or an identity, in bytes.
  public var nameLengthInBytes = 64 << 10
  /// The number of events in one trace, gap markers included.
  public var eventCount = Int(UInt32.max) - 1

  /// The default limits. How deep values may nest, 2,048 levels, is jansson's own limit.
  public init() {}
}
