internal import CallOrderKit
internal import TraceFindings
internal import TraceReading
internal import TraceReporting

/// Reads the saved reports of files, with one of them in memory at a time.
struct SavedReportFiles {
  private let environment: CommandEnvironment
  private var reader = ReportReader()

  init(in environment: CommandEnvironment) { self.environment = environment }

  /// Passes on the reports of a file: a single one, or one on each line.
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - add: takes a report, and where it is, for messages.
  ///   - note: takes why a line cannot be read, or the whole file, or why a report was not taken.
  mutating func read(
    _ path: String, add: (_ report: Report, _ place: String) throws(CommandError) -> Void,
    note: (CommandError) throws(CommandError) -> Void
  ) throws(CommandError) {
    do throws(CommandError) {
      try read(try environment.open(path), of: path, add: add, note: note)
    } catch { try note(error) }
  }

  private mutating func read(
    _ source: any ByteSource, of path: String,
    add: (_ report: Report, _ place: String) throws(CommandError) -> Void,
    note: (CommandError) throws(CommandError) -> Void
  ) throws(CommandError) {
    var lines = SourceLines(source, of: path, limit: Report.savedBytesLimit)
    let first = try lines.next() ?? []
    // The first of several reports is one whole line; a single report that is laid out has several lines.
    if try lines.hasEnded() || (try? reader.report(first)) == nil {
      let bytes = first + [UInt8(ascii: "\n")] + (try lines.rest())
      return try add(Report(saved: bytes, of: path, by: &reader), path)
    }
    var line = Optional(first)
    var number = 0
    while let bytes = line {
      number += 1
      if !bytes.isEmpty {
        do throws(CommandError) {
          try add(
            Report(saved: bytes, of: path, line: number, by: &reader), "\(path):\(number)")
        } catch { try note(error) }
      }
      line = try lines.next()
    }
  }
}

extension CommandError {
  /// A report that was made with another grammar than those before it.
  static func otherGrammar(_ error: ReportMerge.OtherGrammar, at place: String) -> Self {
    .failure("\(place): made with the grammar \(error.found), not \(error.expected)")
  }
}
