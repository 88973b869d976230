package import CallOrderRecorderCore

/// The recording of one run of an app, with the live check of its events.
package final class AppRecording: Sendable {
  package let recorder: Recorder
  private let check: LiveCheck?

  package init(
    _ header: RecordingHeader, to destinations: [Destination], checking: LiveChecking?,
    isOnMainThread: Bool
  ) {
    recorder = Recorder(header, to: destinations, isOnMainThread: isOnMainThread)
    check = checking.flatMap { $0.isOn ? LiveCheck($0, header) : nil }
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
    let recorded = event
    var findings: [LiveFinding] = []
    recorder.record(recorded) {
      findings = check.feed(recorded, launch: recorder.launch, time: $0)
    }
    for finding in findings { check.report(finding) }
    return findings
  }
}
