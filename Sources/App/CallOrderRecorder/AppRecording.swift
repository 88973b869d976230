internal import AppSystem
package import CallOrderRecorderCore

/// The recording of one run of an app, with the live check of its events.
package final class AppRecording: Sendable {
  package let recorder: Recorder
  private let check: (any EventCheck)?
  private let handler: (@Sendable (LiveFinding) -> Void)?
  /// Nil if callers are not recorded.
  private let finder: CallerFinder?

  package init(
    _ header: RecordingHeader, to destinations: [Destination], checking: LiveChecking?,
    isOnMainThread: Bool, callers: Bool = false
  ) {
    finder = callers ? CallerFinder() : nil
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
    if let finder, event.kind == .delegate, event.phase != .end, event.caller == nil {
      let caller = finder.caller(of: event.callback)
      (event.caller, event.through) = (caller.name, caller.through)
    }
    guard let check else {
      recorder.record(event)
      return []
    }
    var findings: [LiveFinding] = []
    recorder.record(event) { findings = check.feed($0) }
    return reported(findings)
  }

  /// Ends the recording.
  /// - Returns: the findings that no event has returned yet.
  @discardableResult
  package func end() -> [LiveFinding] {
    recorder.end()
    return reported(check?.rest() ?? [])
  }

  private func reported(_ findings: [LiveFinding]) -> [LiveFinding] {
    findings.map { finding in
      var finding = finding
      finding.isUnhandled = handler == nil
      report(finding)
      return finding
    }
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
