internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// Checks one trace after the other, on as many threads as ask for it.
final class TraceChecker: Sendable {
  /// What a thread needs for a trace, and hands to the next one.
  private final class Workplace: @unchecked Sendable {
    let tables: CheckingTables
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)

    init(_ compiled: CompiledGrammar, _ options: CheckOptions) {
      tables = CheckingTables(compiled, demandsCompleteLives: options.demandsCompleteLives)
    }
  }

  struct Failed: Error {
    var failure: Report.Failure
  }

  private let compiled: CompiledGrammar
  private let options: CheckOptions
  private let reading: ReadingOptions
  private let idle = Monitor<[Workplace]>([])

  init(_ compiled: CompiledGrammar, _ options: CheckOptions, _ reading: ReadingOptions) {
    self.compiled = compiled
    self.options = options
    self.reading = reading
  }

  /// The report of one trace, or why there is none.
  func check(_ input: TraceInput, jobs: Int) -> Result<TraceReport, Failed> {
    let workplace = idle.withLock { $0.popLast() } ?? Workplace(compiled, options)
    defer { idle.withLock { $0.append(workplace) } }
    do throws(TraceError) {
      return .success(try check(input, at: workplace, jobs: jobs))
    } catch {
      return .failure(
        Failed(failure: .init(path: input.path, position: error.position, message: error.message)))
    }
  }

  private func check(
    _ input: TraceInput, at workplace: Workplace, jobs: Int
  ) throws(TraceError) -> TraceReport {
    let source: any ByteSource
    do throws(ByteSourceError) { source = try input.open() } catch {
      throw TraceError(error.message)
    }
    var reader = TraceReader(
      source, members: compiled.identityMembers,
      foreign: ForeignOptions(
        vocabulary: compiled.vocabulary, messagePatterns: reading.messagePatterns))
    var hasMore = try reader.next(into: &workplace.batch)
    var checking = options.checking
    checking.platform = platform(reader.header) ?? options.platform
    var checker = Checker(compiled, tables: workplace.tables, options: checking)
    if hasMore { checker.check(workplace.batch) }
    var mayFeed = jobs > 1
    while hasMore {
      if mayFeed, let parts = reader.makeFeeder() {
        mayFeed = false
        reader.resume(after: parts.feeder, check(parts, jobs: jobs, with: &checker))
      }
      hasMore = try reader.next(into: &workplace.batch)
      if hasMore { checker.check(workplace.batch) }
    }
    return report(input, reader.header, reader.notes, &checker)
  }

  private func report(
    _ input: TraceInput, _ header: TraceHeader, _ notes: [ReadingNote], _ checker: inout Checker
  ) -> TraceReport {
    var report = TraceReport(path: input.path, format: header.format)
    report.metadata = header.metadata.map { .init(name: $0.name, value: $0.value) }
    checker.finish(&report)
    report.notes += notes.map {
      TraceReport.Note(id: $0.id, line: $0.line, count: $0.count, message: $0.message)
    }
    return report
  }
}

extension CompiledGrammar {
  /// The callbacks of the grammar as the readers of other formats ask for them.
  fileprivate var vocabulary: CallbackVocabulary {
    CallbackVocabulary { spelling in
      meaning(of: spelling).map {
        CallbackVocabulary.Meaning(callback: $0.callback, isNotification: $0.isNotification)
      }
    }
  }
}
