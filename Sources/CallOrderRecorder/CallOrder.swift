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
  /// The recording of the test that this task runs.
  @TaskLocal static var ofTest: AppRecording?
  private static let running = Monitor(Running())

  private struct Running {
    var app: AppRecording?
    /// Those of tests that are to have what comes from no task, too.
    var tests: [AppRecording] = []
  }

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
    running.withLock { running in
      if running.app != nil { return false }
      running.app = AppRecording(
        header, to: destinations, checking: checking, isOnMainThread: isOnMainThread)
      return true
    }
  }

  /// Ends the recording of this run of the app.
  /// - Returns: whether there was one.
  static func endRecording() -> Bool {
    let ended = running.withLock { running in
      defer { running.app = nil }
      return running.app
    }
    ended?.recorder.end()
    return ended != nil
  }

  /// Records what the task of a test does, apart from the app's recording.
  /// - Parameter includingApp: whether also what comes from no task, as UIKit's calls do.
  package static func record(
    into recording: AppRecording, includingApp: Bool, _ test: () async throws -> Void
  ) async rethrows {
    if includingApp { running.withLock { $0.tests.append(recording) } }
    await isObserving(true)
    defer { running.withLock { $0.tests.removeAll { $0 === recording } } }
    do {
      try await $ofTest.withValue(recording) { try await test() }
      await isObserving(false)
    } catch {
      await isObserving(false)
      throw error
    }
  }

  /// Says that one more, or one less, needs to be told of notifications.
  @MainActor private static func isObserving(_ begins: Bool) {
    #if canImport(UIKit) && !os(watchOS) || os(Linux)
      if begins { beginObserving() } else { endObserving() }
    #endif
  }

  /// Records a method that is about the app as a whole.
  /// - Returns: the violations that it shows; none where nothing is checked.
  @_transparent
  @discardableResult
  public static func record(
    callback: String = #function, file: String = #fileID, line: Int = #line
  ) -> [LiveFinding] {
    logged(note(RecordedEvent(callback), CallSite(file, line)))
  }

  /// Records an event.
  /// - Returns: the violations that it shows; none where nothing is checked.
  @_transparent
  @discardableResult
  public static func record(
    _ event: RecordedEvent, file: String = #fileID, line: Int = #line
  ) -> [LiveFinding] {
    logged(note(event, CallSite(file, line)))
  }

  /// Records an event; what `record` does, without logging what it finds.
  @usableFromInline static func note(_ event: RecordedEvent, _ site: CallSite?) -> [LiveFinding] {
    if let ofTest { return ofTest.record(event, site) }
    let (app, tests) = running.withLock { ($0.app, $0.tests) }
    if !tests.isEmpty, withUnsafeCurrentTask(body: { $0 == nil }) {
      for test in tests { test.record(event, site) }
    }
    return app?.record(event, site) ?? []
  }

  /// Records the beginning of a call, and its end, with what it does in between; so the recording tells how long it took.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws, after the end was recorded.
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
