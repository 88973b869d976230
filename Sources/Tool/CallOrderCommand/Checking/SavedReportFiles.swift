internal import CallOrderKit
internal import TraceFindings
internal import TraceReading
internal import TraceReporting

/// Reads the saved reports of files, which may be many but not larger than a limit together.
struct SavedReportFiles {
  private let environment: CommandEnvironment
  private let sizeLimit: Int
  private var size = 0

  /// - Parameter sizeLimit: how many bytes the reports may have together, because all of them may be kept in memory.
  init(in environment: CommandEnvironment, sizeLimit: Int = Report.savedBytesLimit) {
    (self.environment, self.sizeLimit) = (environment, sizeLimit)
  }

  /// Passes on the reports of a file: a single one, or one on each line.
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - take: takes a report, or why a line or the whole file cannot be read; and where it is, for messages.
  /// - Throws: `CommandError` if all reports together are larger than the limit, and what `take` throws.
  mutating func read(
    _ path: String,
    take: (_ report: Result<Report, CommandError>, _ place: String) throws(CommandError) -> Void
  ) throws(CommandError) {
    do throws(CommandError) {
      try read(try environment.open(path), of: path, take: take)
    } catch {
      if size > sizeLimit { throw error }
      try take(.failure(error), path)
    }
  }

  private mutating func read(
    _ source: any ByteSource, of path: String,
    take: (_ report: Result<Report, CommandError>, _ place: String) throws(CommandError) -> Void
  ) throws(CommandError) {
    var lines = SourceLines(source, of: path, limit: sizeLimit)
    let first = try lines.next() ?? []
    // The first of several reports is one whole line; a single report that is laid out has several lines.
    if try lines.hasEnded() || (try? Report(json: first)) == nil {
      let bytes = first + [UInt8(ascii: "\n")] + (try lines.rest())
      return try take(.success(report(bytes, of: path)), path)
    }
    var line = Optional(first)
    var number = 0
    while let bytes = line {
      number += 1
      if !bytes.isEmpty {
        let place = "\(path):\(number)"
        do throws(CommandError) {
          try take(.success(report(bytes, of: path, line: number)), place)
        } catch {
          if size > sizeLimit { throw error }
          try take(.failure(error), place)
        }
      }
      line = try lines.next()
    }
  }

  private mutating func report(
    _ bytes: [UInt8], of path: String, line: Int? = nil
  ) throws(CommandError) -> Report {
    size += bytes.count
    if size > sizeLimit {
      throw .failure(
        "\(path): all reports together are larger than the limit of \(sizeLimit) bytes",
        hint: "Make them with '--no-coverage' and '--timeline 0', or render fewer of them.")
    }
    return try Report(saved: bytes, of: path, line: line)
  }
}
