internal import TraceReading

/// One trace whose text can be read more than once, decompressed if necessary; used by one thread at a time.
final class OpenedTrace: @unchecked Sendable {
  // SAFETY: a thread that reads ahead uses only the source, and has ended before the trace is read again or asked
  // whether it is cut.
  private let input: TraceInput
  /// The number of threads that read and check it.
  let jobs: Int
  private var spooled: SpooledSource?
  /// Where some of the batches begin, once it was read.
  var places = BatchPlaces()

  /// - Parameter jobs: the number of threads that read and check it.
  init(_ input: TraceInput, jobs: Int) { (self.input, self.jobs) = (input, jobs) }

  /// Whether it can be read again, regardless of its length.
  var isRereadable: Bool { input.isRereadable }

  /// The name used in reports.
  var path: String { input.path }

  /// Whether it has more bytes than could be kept for a second pass.
  var isCut: Bool { spooled?.isFull ?? false }

  /// The text from the start.
  func begin() throws(TraceError) -> any ByteSource {
    do throws(ByteSourceError) { return InflatingSource(try bytes()) } catch {
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
