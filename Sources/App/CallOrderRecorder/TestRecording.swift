internal import AppSystem
internal import CallOrderRecorderCore

/// The recording of one test.
package final class TestRecording: Sendable {
  package let recording: AppRecording
  /// Whether events from outside the test's task are included, such as UIKit's calls.
  private let includesApp: Bool
  /// Whether the current task belongs to any test.
  let isInTest: @Sendable () -> Bool
  private let stray = Monitor<Stray?>(nil)

  /// Events of tasks that belong to no test. They are not recorded, because nothing tells which test started the task.
  package struct Stray: Sendable {
    /// The first of them.
    package let callback: String
    /// Where it was recorded.
    package let site: CallSite?
    /// Whether this was the only recording at that moment, so that the event is certainly missing in it.
    package let isCertain: Bool
  }

  /// - Parameters:
  ///   - records: the callbacks and actions that are always recorded; nil if that is unknown.
  ///   - check: what gets the events.
  ///   - includesApp: whether events from outside the test's task are included, such as UIKit's calls.
  ///   - isInTest: whether the current task belongs to any test.
  package init(
    records: [String]?, into check: any EventCheck, includesApp: Bool,
    isInTest: @escaping @Sendable () -> Bool
  ) {
    recording = AppRecording(
      RecordingHeader(records: records), to: [],
      checking: LiveChecking { _ in check }.inReleaseBuilds, isOnMainThread: false)
    (self.includesApp, self.isInTest) = (includesApp, isInTest)
  }

  /// The first event of a task that belongs to no test; nil if there was none.
  package var strayEvent: Stray? { stray.withLock { $0 } }

  /// Takes an event from outside any test.
  func take(_ event: RecordedEvent, _ site: CallSite?, isInTask: Bool, isAlone: Bool) {
    if includesApp {
      recording.record(event, site)
    } else if isInTask {
      stray.withLock { stray in
        stray = stray ?? Stray(callback: event.callback, site: site, isCertain: isAlone)
      }
    }
  }
}
