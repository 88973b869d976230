package import CallOrderRecorderCore

/// How the events of an app are checked as they are recorded.
///
/// The recorder itself knows no rules. The library `CallOrderLiveCheck` brings the checker and its grammars: import it, and
/// pass `.uiScene`.
public struct LiveChecking: Sendable {
  /// Makes what checks the events of one recording.
  package let makeCheck: @Sendable (RecordingHeader) -> any EventCheck
  var handler: (@Sendable (LiveFinding) -> Void)?
  var isForReleaseBuilds = false

  package init(_ makeCheck: @escaping @Sendable (RecordingHeader) -> any EventCheck) {
    self.makeCheck = makeCheck
  }

  /// The same, but each finding goes to a closure instead of Xcode or standard error.
  ///
  /// The closure is called on the thread that recorded the event with which the finding was found, after the event is
  /// recorded.
  public func reporting(_ handler: @escaping @Sendable (LiveFinding) -> Void) -> LiveChecking {
    var checking = self
    checking.handler = handler
    return checking
  }

  /// The same, but also in builds without `DEBUG`, where otherwise nothing is checked.
  public var inReleaseBuilds: LiveChecking {
    var checking = self
    checking.isForReleaseBuilds = true
    return checking
  }

  /// Whether this build checks.
  var isOn: Bool {
    #if DEBUG
      true
    #else
      isForReleaseBuilds
    #endif
  }
}

/// Looks at each event of a recording, in the order in which they are recorded.
///
/// It is called only while the recorder holds its lock, or after its end, so one thread calls it at a time. It must not record.
package protocol EventCheck: AnyObject, Sendable {
  /// Looks at the next event, at once or together with later ones.
  /// - Returns: what is revealed now.
  func feed(_ event: RecordedEvent) -> [LiveFinding]
  /// Looks at all events that it has not looked at yet.
  /// - Returns: what they reveal.
  func rest() -> [LiveFinding]
}

/// A finding that was found while the app runs.
public struct LiveFinding: Sendable, CustomStringConvertible {
  /// The id of the rule that was broken.
  public var rule: String
  /// The number of the wrong call, counted from 1 in the order in which events were recorded.
  public var event: Int
  /// The location of the wrong call; nil for a notification, which has none, and for a call that is too long ago.
  public var site: CallSite?
  /// The first lines of the text report: what happened, where, why it matters, and likely causes.
  public var text: String
  /// Whether there is no handler, so that Xcode or standard error shows the finding.
  public internal(set) var isUnhandled = true

  package init(rule: String, event: Int, site: CallSite?, text: String) {
    (self.rule, self.event, self.site, self.text) = (rule, event, site, text)
  }

  public var description: String { text }
}
