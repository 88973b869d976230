internal import TraceCompression
internal import TraceReading

/// One trace whose text can be read more than once, unpacked where it is compressed; used by one thread at a time.
final class OpenedTrace: @unchecked Sendable {
  private let input: TraceInput
  private let readsAhead: Bool
  private var spooled: SpooledSource?
  /// Whether its report tells events one by one, where the options ask for that.
  var tellsEvents = true

  /// - Parameter readsAhead: whether a thread of its own may unpack what is compressed.
  init(_ input: TraceInput, readsAhead: Bool) {
    self.input = input
    self.readsAhead = readsAhead
  }

  /// Whether it can be read again, however long it is.
  var isRereadable: Bool { input.isRereadable }

  /// The name used in reports.
  var path: String { input.path }

  /// The number of the first line.
  var firstLine: Int { input.firstLine }

  /// Whether there are more bytes than can be read twice.
  var isCut: Bool { spooled?.isFull ?? false }

  /// The text from the start.
  func begin() throws(TraceError) -> any ByteSource {
    do throws(ByteSourceError) {
      let text = InflatingSource(try bytes())
      if readsAhead, try text.isCompressed() { return ReadAheadSource(text) }
      return text
    } catch {
      throw TraceError(error.message)
    }
  }

  private func bytes() throws(ByteSourceError) -> any ByteSource {
    if input.isRereadable { return try input.open() }
    if let spooled { return spooled.next() }
    let source = try SpooledSource(try input.open(), limit: input.spoolLimit)
    spooled = source
    return source.next()
  }
}
