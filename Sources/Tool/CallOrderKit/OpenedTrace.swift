internal import TraceReading

/// One trace whose text can be read more than once, decompressed if necessary; used by one thread at a time.
final class OpenedTrace: @unchecked Sendable {
  // SAFETY: one thread reads it, and then asks the rest.
  private let input: TraceInput
  private var spooled: SpooledSource?

  init(_ input: TraceInput) { self.input = input }

  /// The name used in reports.
  var path: String { input.path }

  /// Whether it has more bytes than could be kept, so that it cannot be read again.
  var isCut: Bool { spooled?.isFull ?? false }

  /// The text from the start.
  func begin() throws(TraceError) -> any ByteSource {
    do throws(ByteSourceError) {
      if input.isRereadable { return InflatingSource(try input.open()) }
      if let spooled {
        spooled.rewind()
        return InflatingSource(spooled)
      }
      let source = try SpooledSource(try input.open(), limit: input.spoolLimit)
      spooled = source
      return InflatingSource(source)
    } catch {
      throw TraceError(error.message)
    }
  }
}
