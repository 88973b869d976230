import TraceFindings
import TraceReading
import TraceReporting
import TraceSystem

@testable import CallOrderCommand

extension FuzzTarget {
  /// A saved report, rendered by the command: the result is a report, and rendering it once more does not change it.
  static let merge = FuzzTarget(name: "merge", mutation: .json, isStrict: true) { bytes in
    let (status, merged) = merged(bytes)
    // Nothing of it could be read.
    if merged.isEmpty { return status == 0 ? .complaint("success without a report") : .rejected }
    guard (try? Report(json: merged)) != nil else {
      return .complaint("the result is not a report")
    }
    let again = Self.merged(merged)
    if again.output != merged { return .complaint("it differs after merging once more") }
    return status == 0 ? .accepted : .rejected
  }

  private static func merged(_ bytes: [UInt8]) -> (status: Int32, output: [UInt8]) {
    let output = OutputChannel(collectingAsTerminal: false)
    let environment = CommandEnvironment(
      variables: [:], folder: "/nowhere", openStandardInput: { MemorySource(bytes) },
      output: output, errorOutput: OutputChannel(collectingAsTerminal: false))
    return (
      runCallOrder(["report", "-", "-f", "json", "--fail-on", "never"], in: environment),
      output.collected
    )
  }
}
