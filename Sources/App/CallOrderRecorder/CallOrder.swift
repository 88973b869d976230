public import CallOrderRecorderCore
internal import AppSystem

/// Records which callbacks an app receives, and in which order.
///
/// ```swift
/// import CallOrderRecorder
///
/// CallOrder.start()                 // in didFinishLaunching, or in App.init
/// CallOrder.record(scene, options)  // one line in each method that has no notification
/// ```
///
/// Nothing is swizzled, and no delegate is replaced: the recorder observes UIKit's notifications, and one line in each
/// method records the rest. `#function` names the callback, `#fileID` and `#line` its location, and the stack tells who called
/// it. Calls before `start` or after `stop` are not recorded.
public enum CallOrder {
  /// The recording of the test that runs in the current task.
  @TaskLocal static var ofTest: AppRecording?
  private static let running = Monitor(Running())

  private struct Running {
    var app: AppRecording?
    var tests: [TestRecording] = []
  }

  /// Starts recording this run of the app, without observing notifications.
  ///
  /// With UIKit, use `start(recording:methods:to:checking:)`, which also observes the notifications.
  /// - Parameters:
  ///   - header: what is known about the app, and what is recorded.
  ///   - destinations: where the recording goes.
  ///   - checking: how events are checked as they are recorded; nil to check nothing.
  ///   - isOnMainThread: whether the caller is on the main thread; if true, each event records whether it was on it.
  ///   - callers: whether the events of methods say who called the method.
  /// - Returns: true if the recording started; false if one is already running.
  @discardableResult
  public static func start(
    _ header: RecordingHeader, to destinations: [Destination], checking: LiveChecking? = nil,
    isOnMainThread: Bool = false, callers: Bool = true
  ) -> Bool {
    running.withLock { running in
      if running.app != nil { return false }
      running.app = AppRecording(
        header, to: destinations, checking: checking, isOnMainThread: isOnMainThread,
        callers: callers)
      return true
    }
  }

  /// Ends the recording of this run of the app.
  /// - Returns: whether one was running.
  static func endRecording() -> Bool {
    let ended = running.withLock { running in
      defer { running.app = nil }
      return running.app
    }
    if let ended { logged(ended.end()) }
    return ended != nil
  }

  /// Records what the task of a test does, separately from the app's recording.
  package static func record<Result>(
    into test: TestRecording, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    running.withLock { $0.tests.append(test) }
    await isObserving(true)
    defer { running.withLock { $0.tests.removeAll { $0 === test } } }
    do {
      let result = try await $ofTest.withValue(test.recording, operation: body)
      await isObserving(false)
      return result
    } catch {
      await isObserving(false)
      throw error
    }
  }

  /// The names that the recorder itself uses, for what it observes and for actions.
  package static let namesOfRecorder = Set(observedNotifications + Action.all.map(\.name))

  /// Counts the recordings that need notifications to be observed.
  @MainActor private static func isObserving(_ begins: Bool) {
    #if canImport(UIKit) && !os(watchOS) || canImport(UIKitStandIn)
      if begins { beginObserving() } else { endObserving() }
    #endif
  }

  /// Records a method that concerns the app as a whole, or a scene that the code does not have at hand.
  /// - Parameters:
  ///   - callback: the method; by default the caller.
  ///   - session: the `persistentIdentifier` of the session; nil if the method concerns the whole app.
  ///   - file: the source file; by default the caller's.
  ///   - line: the line in that file; by default the caller's.
  /// - Returns: the findings found with this event; empty if nothing is checked.
  @_transparent
  @discardableResult
  public static func record(
    callback: String = #function, session: String? = nil, file: String = #fileID, line: Int = #line
  ) -> [LiveFinding] {
    logged(note(RecordedEvent(callback, session: session), CallSite(file, line)))
  }

  /// Records an event.
  /// - Parameters:
  ///   - event: the event; its `file` and `sourceLine` are replaced by the other parameters.
  ///   - file: the source file; by default the caller's.
  ///   - line: the line in that file; by default the caller's.
  /// - Returns: the findings found with this event; empty if nothing is checked.
  @_transparent
  @discardableResult
  public static func record(
    _ event: RecordedEvent, file: String = #fileID, line: Int = #line
  ) -> [LiveFinding] {
    logged(note(event, CallSite(file, line)))
  }

  /// Records an event as `record` does, but without logging the findings.
  @usableFromInline static func note(_ event: RecordedEvent, _ site: CallSite?) -> [LiveFinding] {
    if let ofTest { return ofTest.record(event, site) }
    let (app, tests) = running.withLock { ($0.app, $0.tests) }
    if let first = tests.first {
      let isInTask = withUnsafeCurrentTask { $0 != nil }
      // What another test does is no part of these recordings.
      if !isInTask || !first.isInTest() {
        for test in tests { test.take(event, site, isInTask: isInTask, isAlone: tests.count == 1) }
      }
    }
    return app?.record(event, site) ?? []
  }

  /// Records the beginning and the end of a call around a closure, so that the recording shows how long the call took.
  /// - Parameters:
  ///   - callback: the method; by default the caller.
  ///   - file: the source file; by default the caller's.
  ///   - line: the line in that file; by default the caller's.
  ///   - body: what the call does.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws; the end of the call is recorded first.
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

/// A location in the app's source.
public struct CallSite: Sendable, Equatable {
  /// The module and the file, as `#fileID` gives them.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Makes a location.
  public init(_ file: String, _ line: Int) {
    self.file = file
    self.line = line
  }
}
