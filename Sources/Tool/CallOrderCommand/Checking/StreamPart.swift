internal import CallOrderKit
internal import TraceModel
internal import TraceFindings

/// The check of one part of a stream, with the state from the previous part and the state for the next one.
struct StreamPart {
  /// The report of the recordings that have ended.
  let report: Report
  private let left: SavedState?
  private let invocation: Invocation

  /// Checks the only input of a plan.
  /// - Throws: `CommandError` where there are several, or the saved state cannot be used.
  init(of plan: CheckPlan, for invocation: Invocation) throws(CommandError) {
    self.invocation = invocation
    if let failure = plan.selection.failures.first {
      throw .failure("\(failure.path): \(failure.message)")
    }
    guard let input = plan.selection.inputs.first, plan.selection.inputs.count == 1 else {
      throw .usage("--save-state and --resume need exactly one PATH, a part of a stream")
    }
    let stream = invocation.settings.stream
    let check = PreparedCheck(against: plan.grammar, options: plan.options, reading: plan.reading)
    var saved: [UInt8]?
    if let path = stream.resumedState {
      saved = try invocation.environment.read(path, limit: SavedState.sizeLimit)
    }
    do throws(SavedStateError) {
      var state: SavedState?
      if let saved { state = try SavedState(bytes: saved) }
      let (report, left) = try check.report(
        of: input, after: state, isLast: stream.savedState == nil)
      self.report = plan.complete(report, for: invocation)
      self.left = left
    } catch {
      throw .failure("\(stream.resumedState ?? ""): \(error.message)")
    }
  }

  /// Writes the state for the next part, after the report.
  func save() throws(CommandError) {
    guard let path = invocation.settings.stream.savedState else { return }
    guard let left else {
      throw .failure("\(path) was not written: the stream could not be read to its end")
    }
    guard let bytes = left.bytesWithinLimit else {
      throw .failure(
        "\(path) was not written: more than \(SavedState.sizeLimit) bytes of recordings are open")
    }
    try invocation.environment.write(
      bytes, to: path, makesFolders: invocation.settings.output.createsFolders)
  }
}
