public import CallOrderCore

/// How the events of an app are checked while they come.
public struct LiveChecking: Sendable {
  let grammar: @Sendable () -> Grammar
  var options: CheckOptions
  var handler: (@Sendable (LiveFinding) -> Void)?
  var isForReleaseBuilds = false

  /// Checks by a grammar of one's own.
  /// - Parameters:
  ///   - grammar: what to judge by.
  ///   - options: how the events are judged. What a recording shows is taken from the recorder.
  public init(_ grammar: Grammar, options: CheckOptions = CheckOptions()) {
    self.grammar = { grammar }
    self.options = options
  }

  private init(_ grammar: @escaping @Sendable () -> Grammar) {
    self.grammar = grammar
    options = CheckOptions()
  }

  /// Checks by the order in which UIKit calls an app with scenes.
  public static let uiScene = LiveChecking { .uiScene() }

  /// The same, with a closure that is given each finding instead of Xcode or standard error.
  ///
  /// It is called by the thread that recorded the event which showed it, after the event is recorded.
  public func reporting(_ handler: @escaping @Sendable (LiveFinding) -> Void) -> LiveChecking {
    var checking = self
    checking.handler = handler
    return checking
  }

  /// The same, also in builds without `DEBUG`, where otherwise nothing is checked.
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

/// A violation that was found while the app runs.
public struct LiveFinding: Sendable, CustomStringConvertible {
  /// What was found. Its events and lines are counted from 1, in the order in which they were recorded.
  public var violation: Violation
  /// The place of the call that was wrong; nil where it has none, as a notification, or where it came long ago.
  public var site: CallSite?
  /// What happened, where, why it matters, and why it may have come about: the first lines of the text report.
  public var text: String
  /// Whether nobody asked for it, so that Xcode or standard error is to show it.
  public var isUnhandled: Bool

  public var description: String { text }
}
