package import CallOrderCore
package import TraceFindings
internal import TraceReporting
package import TraceSystem

/// Merges reports into the document of one, as `ReportMerge` does, with memory that does not grow with the number of traces:
/// beyond a few megabytes, traces are in a temporary file.
package struct SpooledMerge {
  /// Why a report cannot be added.
  package enum Fault: Error {
    /// It was made with another grammar.
    case otherGrammar(ReportMerge.OtherGrammar)
    /// The temporary file cannot be written.
    case storage(SystemError)
  }

  private let limits: ReportLimits
  private var head = MergedHead()
  private var sums = ReportSums()
  /// The coverage of traces that do not keep their own.
  private var folded = CoverageSum()
  private var traces = SortedRecords()
  /// How traces are written: first those without coverage, then those with each legend.
  private var formats = [TraceRecordFormat(legend: nil)]
  /// The size of the file from which on it is worth looking for what the merged report leaves out.
  private var sizeToDrop = 256 << 20

  /// Starts an empty merge.
  /// - Parameter options: how much is listed individually; use the same options as for the runs.
  package init(options: CheckOptions) { limits = ReportLimits(options) }

  init(_ limits: ReportLimits, runLimit: Int, sizeToDrop: Int) {
    (self.limits, self.sizeToDrop) = (limits, sizeToDrop)
    traces = SortedRecords(runLimit: runLimit)
  }

  /// Adds a report.
  /// - Complexity: O(traces of the report).
  package mutating func add(_ report: Report) throws(Fault) {
    do throws(ReportMerge.OtherGrammar) { try head.add(report) } catch {
      throw .otherGrammar(error)
    }
    if let tally = report.foldedCoverage { folded.add(head.shared(tally)) }
    do throws(SystemError) {
      for var trace in report.traces {
        head.note(&trace)
        for legend in head.legends[(formats.count - 1)...] {
          formats.append(TraceRecordFormat(legend: legend))
        }
        sums.add(trace)
        try traces.add(record(of: trace))
      }
      if traces.fileSize > sizeToDrop { try dropDetails() }
    } catch { throw .storage(error) }
  }

  /// Adds an input that could not be checked, or a report that could not be read.
  package mutating func add(_ failure: Report.Failure) { head.add(failure) }

  /// Passes the document of the merged report on in pieces, until no more of it is taken.
  /// - Throws: `SystemError` if the temporary file cannot be read; a part of the document may have been passed on.
  package func write(to take: (_ piece: [UInt8]) -> Bool) throws(SystemError) {
    guard let report = head.report else { return }
    var traces = try reader()
    try JSONReport().write(report, sums: sums, legend: try legend(), to: take) {
      (report) throws(SystemError) in
      if let trace = try traces.next() { return head.completed(trace) }
      report = traces.assembly.completed(report)
      return nil
    }
  }

  /// Whether a report was added; otherwise there is no document.
  package var hasReport: Bool { head.hasReport }

  /// Whether an input could not be checked, or a report could not be read.
  package var hasFailures: Bool { head.hasFailures }

  /// Reads the traces in the order of the report, within its limits.
  private struct Reader {
    private var records: SortedRecords.Reader
    private let formats: [TraceRecordFormat]
    /// What the limits left over so far.
    private(set) var assembly: ReportAssembly

    init(
      _ records: SortedRecords.Reader, _ formats: [TraceRecordFormat], _ assembly: ReportAssembly
    ) {
      (self.records, self.formats, self.assembly) = (records, formats, assembly)
    }

    mutating func next() throws(SystemError) -> TraceReport? {
      guard let record = try records.next() else { return nil }
      do throws(ReportError) {
        return assembly.limited(try formats[record.tag].read(record.bytes))
      } catch {
        // It was added up from numbers that are too large, or the file was damaged.
        throw SystemError(path: record.name, message: "\(error)")
      }
    }
  }

  private func reader() throws(SystemError) -> Reader {
    var assembly = ReportAssembly(limits, count: 0)
    if let tally = folded.tally { assembly.add(tally) }
    return Reader(try traces.reader(), formats, assembly)
  }

  /// The names of what the traces could visit.
  private func legend() throws(SystemError) -> CoverageLegend? {
    if head.legends.count < 2 { return head.legends.first }
    var first: CoverageLegend?
    var reader = try reader()
    while let trace = try reader.next() { first = first ?? trace.coverageTally?.legend }
    return reader.assembly.foldedCoverage.tally?.legend ?? first
  }

  /// Drops what the merged report leaves out, which may be nearly all of the file.
  private mutating func dropDetails() throws(SystemError) {
    var kept = traces.emptied
    var reader = try reader()
    while let trace = try reader.next() { try kept.add(record(of: trace)) }
    let assembly = reader.assembly
    (traces, folded) = (kept, assembly.foldedCoverage)
    sizeToDrop = max(sizeToDrop, 2 * traces.fileSize)
  }

  private func record(of trace: TraceReport) -> SortedRecords.Record {
    let legend = trace.coverageTally?.legend
    // The legends are those that the traces share.
    let tag = legend.flatMap { legend in head.legends.firstIndex { $0 === legend } }.map { $0 + 1 }
    return .init(name: trace.path, tag: tag ?? 0, bytes: formats[tag ?? 0].write(trace))
  }
}
