internal import CallOrderCore
public import TraceModel

/// A recording written in code, so that a test needs neither a file nor a device.
///
/// ```swift
/// let scenario = RecordedScenario {
///   InProcess("1") {
///     Call("application(_:didFinishLaunchingWithOptions:)")
///     InSession("A") {
///       Call("scene(_:willConnectTo:options:)", options: ["urls": 1])
///       Call("sceneWillEnterForeground(_:)")
///       Post("UISceneDidActivateNotification")
///     }
///   }
/// }
/// ```
public struct RecordedScenario: RecordingConvertible, Sendable {
  /// The recording.
  public let recording: Recording

  /// Makes a recording of events in the given order.
  /// - Parameters:
  ///   - name: its name in failures.
  ///   - records: which callbacks it shows. The absence of any other callback is not reported.
  ///   - isComplete: whether it is complete from the start, so that nothing happened before the first event.
  ///   - os: the OS version that it is judged by, such as `iOS 27.0`.
  ///   - steps: the events.
  public init(
    _ name: String = "scenario.jsonl", records: Records = .trace, isComplete: Bool = false,
    os: String? = nil, @ScenarioBuilder _ steps: () -> [ScenarioStep]
  ) {
    recording = Recording(
      steps().flatMap(\.events), name: name, records: records, isComplete: isComplete, os: os)
  }
}

/// Builds a scenario from steps.
@resultBuilder public enum ScenarioBuilder {
  /// One step.
  public static func buildExpression(_ step: some ScenarioStepConvertible) -> [ScenarioStep] {
    [step.step]
  }
  /// Steps that were made elsewhere.
  public static func buildExpression(_ steps: [ScenarioStep]) -> [ScenarioStep] { steps }
  /// Steps in sequence.
  public static func buildBlock(_ parts: [ScenarioStep]...) -> [ScenarioStep] {
    parts.flatMap { $0 }
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [ScenarioStep]?) -> [ScenarioStep] { part ?? [] }
  /// Supports `if` with `else`.
  public static func buildEither(first part: [ScenarioStep]) -> [ScenarioStep] { part }
  /// Supports `if` with `else`.
  public static func buildEither(second part: [ScenarioStep]) -> [ScenarioStep] { part }
  /// Supports `for`.
  public static func buildArray(_ parts: [[ScenarioStep]]) -> [ScenarioStep] {
    parts.flatMap { $0 }
  }
}
