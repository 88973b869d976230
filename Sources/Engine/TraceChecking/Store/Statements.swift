package import TraceGrammar
package import TraceModel

/// What is stated about a trace beside its events, by itself or by the user.
package struct Statements: Sendable {
  /// The callbacks that the recorder declares that it would record; nil if it does not.
  package var records: Records?
  /// Whether the recording starts at the very beginning, so that nothing in it is older.
  package var isComplete = false
  /// Whether the app has one window, so that calls without an identity are about the same scene.
  package var hasOneWindow = false
  /// Whether a debugger held up the app at each call, so that times say nothing about the app.
  package var isHeldUp = false
  /// The OS version that the app ran on; nil if it names none.
  package var platform: PlatformVersion?
  /// The SDK that the app was built with; nil if it is not known.
  package var sdk: PlatformVersion?

  /// Nothing is stated.
  package init() {}

  /// With the user's words for what the trace leaves open.
  func completed(by options: CheckOptions) -> Statements {
    var all = self
    all.records = records ?? options.records
    all.hasOneWindow = hasOneWindow || options.hasOneWindow
    all.platform = platform ?? options.platform
    all.sdk = sdk ?? options.sdk
    return all
  }
}
