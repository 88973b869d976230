public import CallOrderRecorderCore
internal import TraceSystem

/// Records which callbacks an app gets, and in which order.
///
/// ```swift
/// import CallOrderRecorder
///
/// CallOrder.start()                 // in didFinishLaunching, or in App.init
/// CallOrder.record(scene, options)  // one line in each method that has no notification
/// ```
///
/// Nothing is swizzled, and no delegate is replaced: the recorder observes UIKit's notifications, and is told the rest by one
/// line in each method. `#function` names the callback, `#fileID` and `#line` the place. What is called before `start` or
/// after `stop` is not recorded.
public enum CallOrder {
  /// A recording instead of the app's, for what a test calls.
  @TaskLocal package static var scoped: AppRecording?
  private static let app = Monitor<AppRecording?>(nil)

  /// The recording that is under way.
  static var current: AppRecording? { scoped ?? app.withLock { $0 } }

  /// Begins the recording of this run of the app, without observing anything.
  ///
  /// On Apple's systems with UIKit, `start(recording:methods:to:checking:)` does this and observes the notifications.
  /// - Parameters:
  ///   - header: what is known of the app, and what is recorded.
  ///   - destinations: where the recording goes.
  ///   - checking: what the events are checked by while they come; nil for nothing.
  ///   - isOnMainThread: whether this is called on the main thread; then each event says whether it was.
  /// - Returns: whether the recording began; false where one is under way already.
  @discardableResult
  public static func start(
    _ header: RecordingHeader, to destinations: [Destination], checking: LiveChecking? = nil,
    isOnMainThread: Bool = false
  ) -> Bool {
    app.withLock { app in
      if app != nil { return false }
      app = AppRecording(
        header, to: destinations, checking: checking, isOnMainThread: isOnMainThread)
      return true
    }
  }

  /// Ends the recording of this run of the app.
  static func endRecording() {
    let ended = app.withLock { app in
      defer { app = nil }
      return app
    }
    ended?.recorder.end()
  }

  /// Records a method that is about the app as a whole.
  /// - Returns: the violations that became certain by it.
  @_transparent
  @discardableResult
  public static func record(
    callback: String = #function, file: String = #fileID, line: Int = #line
  ) -> [LiveFinding] {
    logged(note(RecordedEvent(callback), CallSite(file, line)))
  }

  /// Records an event.
  /// - Returns: the violations that became certain by it.
  @_transparent
  @discardableResult
  public static func record(
    _ event: RecordedEvent, file: String = #fileID, line: Int = #line
  ) -> [LiveFinding] {
    logged(note(event, CallSite(file, line)))
  }

  /// Records an event; what `record` does, without logging what it finds.
  @usableFromInline static func note(_ event: RecordedEvent, _ site: CallSite?) -> [LiveFinding] {
    guard let current else { return [] }
    var event = event
    if let site { (event.file, event.sourceLine) = (site.file, site.line) }
    return current.record(event)
  }

  /// Records the beginning of a call, and its end, with what it does in between.
  public static func withRecording<Result, Failure>(
    callback: String = #function, file: String = #fileID, line: Int = #line,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bracket(RecordedEvent(callback), CallSite(file, line), body)
  }

  static func bracket<Result, Failure>(
    _ event: RecordedEvent, _ site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var begin = event
    begin.phase = .begin
    logged(note(begin, site))
    defer {
      var end = RecordedEvent(event.callback)
      (end.phase, end.session, end.scene, end.role) = (.end, event.session, event.scene, event.role)
      logged(note(end, site))
    }
    return try body()
  }
}

/// A place in the app's source.
public struct CallSite: Sendable, Equatable {
  /// The module and the file, as `#fileID` gives them.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Makes a place.
  public init(_ file: String, _ line: Int) {
    self.file = file
    self.line = line
  }
}
