internal import TraceSystem

/// Which of the traces that a baseline is made from a check has looked at.
enum CheckedTraces {
  /// All that a saved report is on.
  case all
  /// These files and folders, and whether one of them is a folder.
  case operands([String], hasFolder: Bool)

  /// Whether all traces of a baseline were checked, so that what was not found is gone.
  /// - Parameter traces: the files and folders that the baseline was made from; empty if it does not say so.
  func include(_ traces: [String]) -> Bool {
    guard case .operands(let operands, let hasFolder) = self else { return true }
    // An older baseline. A single file is rarely all of it.
    if traces.isEmpty { return hasFolder || operands.contains("-") }
    return traces.allSatisfy { trace in
      operands.contains { $0 == trace || $0 == "." || trace.hasPrefix($0 + "/") }
    }
  }
}
