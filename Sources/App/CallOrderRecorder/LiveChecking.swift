public import CallOrderCore

/// How the events of an app are checked as they are recorded.
public struct LiveChecking: Sendable {
  let grammar: @Sendable () -> Grammar
  var options: CheckOptions
  var handler: (@Sendable (LiveFinding) -> Void)?
  var isForReleaseBuilds = false

  /// Checks against a grammar of your own.
  /// - Parameters:
  ///   - grammar: the grammar to check against.
  ///   - options: how events are judged. Which callbacks the recording shows is taken from the recorder if it says so.
  public init(_ grammar: Grammar, options: CheckOptions = CheckOptions()) {
    self.grammar = { grammar }
    self.options = options
  }

  private init(_ grammar: @escaping @Sendable () -> Grammar) {
    self.grammar = grammar
    options = CheckOptions()
  }

  /// Checks against the order in which UIKit calls an app with scenes.
  public static let uiScene = LiveChecking { .uiScene() }

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

/// A violation that was found while the app runs.
public struct LiveFinding: Sendable, CustomStringConvertible {
  /// The violation. Its events and lines are counted from 1, in the order in which they were recorded.
  public var violation: Violation
  /// The location of the wrong call; nil for a notification, which has none, and for a call that is too long ago.
  public var site: CallSite?
  /// The first lines of the text report: what happened, where, why it matters, and likely causes.
  public var text: String
  /// Whether there is no handler, so that Xcode or standard error shows the finding.
  public var isUnhandled: Bool

  public var description: String { text }
}
