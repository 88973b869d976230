internal import TraceReading

/// One trace whose bytes can be read more than once; used by one thread at a time.
final class OpenedTrace: @unchecked Sendable {
  private let input: TraceInput
  private var spooled: SpooledSource?

  init(_ input: TraceInput) { self.input = input }

  /// The name used in reports.
  var path: String { input.path }

  /// Whether there are more bytes than can be read twice.
  var isCut: Bool { spooled?.isFull ?? false }

  /// The bytes from the start.
  func begin() throws(TraceError) -> any ByteSource {
    do throws(ByteSourceError) {
      if input.isRereadable { return try input.open() }
      if let spooled { return spooled.next() }
      let source = try SpooledSource(try input.open())
      spooled = source
      return source.next()
    } catch {
      throw TraceError(error.message)
    }
  }
}
