internal import AppSystem
package import CallOrderRecorderCore

/// The recording of one run of an app, with the live check of its events.
package final class AppRecording: Sendable {
  package let recorder: Recorder
  private let check: (any EventCheck)?
  private let handler: (@Sendable (LiveFinding) -> Void)?

  package init(
    _ header: RecordingHeader, to destinations: [Destination], checking: LiveChecking?,
    isOnMainThread: Bool
  ) {
    recorder = Recorder(header, to: destinations, isOnMainThread: isOnMainThread)
    check = checking.flatMap { $0.isOn ? $0.makeCheck(header) : nil }
    handler = checking?.handler
  }

  /// Records an event; events are checked in the order in which they are recorded.
  @discardableResult
  package func record(
    _ event: consuming RecordedEvent, _ site: CallSite? = nil
  ) -> [LiveFinding] {
    if let site { (event.file, event.sourceLine) = (site.file, site.line) }
    guard let check else {
      recorder.record(event)
      return []
    }
    var findings: [LiveFinding] = []
    recorder.record(event) { findings = check.feed($0) }
    for index in findings.indices {
      findings[index].isUnhandled = handler == nil
      report(findings[index])
    }
    return findings
  }

  /// Passes a finding to the handler. Without one, it is written to standard error, except on Apple's systems, which show
  /// it in Xcode.
  private func report(_ finding: LiveFinding) {
    if let handler { return handler(finding) }
    #if !canImport(os)
      OutputChannel.standardError().write(finding.text + "\n")
    #endif
  }
}
