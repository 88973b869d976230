public import CallOrderRecorderCore

extension CallOrder {
  /// Something that an app does itself, under a name that a grammar declares.
  public struct Action: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Its name in the grammar.
    public let name: String

    /// Makes an action that your own grammar declares.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { name = value }

    /// The one-time setup of the process was done.
    public static let setUp: Action = "setUp"
    /// An engine or SDK was started.
    public static let boot: Action = "boot"
    /// The interface can handle links, activities and items.
    public static let ready: Action = "ready"
    /// The launch options were read.
    public static let readLaunchOptions: Action = "readLaunchOptions"
    /// Everything that was requested so far is done.
    public static let checkpoint: Action = "checkpoint"
    /// The app considered itself active.
    public static let appBecameActive: Action = "appBecameActive"
    /// The app considered itself in the background.
    public static let appEnteredBackground: Action = "appEnteredBackground"
    /// The app decided what kind of launch this is.
    public static let decideLaunchKind: Action = "decideLaunchKind"
    /// The launch time was measured.
    public static let measureLaunch: Action = "measureLaunch"
    /// The state of the application was read.
    public static let readApplicationState: Action = "readApplicationState"
    /// A window was looked up, to show something in it or to measure it.
    public static let useWindow: Action = "useWindow"
    /// A window was made for a scene.
    public static let createWindow: Action = "createWindow"
    /// The state of a session was saved.
    public static let saveState: Action = "saveState"
    /// The state of a session was restored.
    public static let restoreState: Action = "restoreState"
    /// The data of a session was deleted.
    public static let deleteSessionData: Action = "deleteSessionData"
    /// A request to the system failed.
    public static let requestFailed: Action = "requestFailed"
    /// A link, activity, quick action, notification response or share was handled.
    public static let handle: Action = "handle"
    /// A draft or a setting was written.
    public static let write: Action = "write"
    /// The user did something in a view.
    public static let viewEvent: Action = "viewEvent"
    /// The model was changed.
    public static let changeModel: Action = "changeModel"
    /// The model was saved.
    public static let saveModel: Action = "saveModel"
    /// The scenes were notified of a change.
    public static let post: Action = "post"
    /// A scene showed a change.
    public static let showUpdate: Action = "showUpdate"

    /// The actions that have a constant.
    package static let all: [Action] = [
      .setUp, .boot, .ready, .readLaunchOptions, .checkpoint, .appBecameActive,
      .appEnteredBackground, .decideLaunchKind, .measureLaunch, .readApplicationState, .useWindow,
      .createWindow, .saveState, .restoreState, .deleteSessionData, .requestFailed, .handle, .write,
      .viewEvent, .changeModel, .saveModel, .post, .showUpdate,
    ]
  }

  /// Records something that the app did.
  ///
  /// The texts that identify something are not recorded. Instead, a hash is recorded that is different in each run of the
  /// app. The exceptions are `state`, `session` and `members`, which are recorded as they are.
  /// - Parameters:
  ///   - action: what was done.
  ///   - payload: a text that identifies the link, activity or item that was handled.
  ///   - key: a text that identifies the draft or setting that was written.
  ///   - update: a text that identifies the change of the model that was requested, made, posted or shown.
  ///   - activity: a text that identifies the saved state that was stored or restored.
  ///   - request: a text that identifies the request that failed.
  ///   - state: the state that was read.
  ///   - session: the `persistentIdentifier` of the session.
  ///   - members: additional members of the event.
  ///   - file: the source file; by default the caller's.
  ///   - line: the line in that file; by default the caller's.
  /// - Returns: the findings found with this event; empty if nothing is checked.
  @_transparent
  @discardableResult
  public static func did(
    _ action: Action, payload: String? = nil, key: String? = nil, update: String? = nil,
    activity: String? = nil, request: String? = nil, state: String? = nil, session: String? = nil,
    members: KeyValuePairs<String, RecordedEvent.Value> = [:], file: String = #fileID,
    line: Int = #line
  ) -> [LiveFinding] {
    logged(
      note(
        event(
          action, payload: payload,
          identities: [
            ("key", key), ("update", update), ("activity", activity), ("request", request),
          ],
          state: state, session: session, members: members), CallSite(file, line)))
  }

  /// Records that everything that was requested so far is done, as at the end of a test.
  /// - Parameters:
  ///   - file: the source file; by default the caller's.
  ///   - line: the line in that file; by default the caller's.
  /// - Returns: the findings found with this event; empty if nothing is checked.
  @_transparent
  @discardableResult
  public static func checkpoint(file: String = #fileID, line: Int = #line) -> [LiveFinding] {
    did(.checkpoint, file: file, line: line)
  }

  /// The event of an action.
  @usableFromInline static func event(
    _ action: Action, payload: String?, identities: [(name: String, text: String?)],
    state: String?, session: String?, members: KeyValuePairs<String, RecordedEvent.Value>
  ) -> RecordedEvent {
    var event = RecordedEvent(action.name, kind: .action)
    event.payload = payload.map(identity)
    (event.state, event.session) = (state, session)
    for (name, text) in identities {
      if let text { event.members.append(.init(name, .text(identity(of: text)))) }
    }
    event.members += members.map { RecordedEvent.Member($0.key, $0.value) }
    return event
  }

  /// A hash that is recorded instead of a text: the same for equal texts within one run of the app.
  static func identity(of text: String) -> String {
    // `Hasher` is seeded randomly in each run, so the text cannot be looked up by its hash.
    var hasher = Hasher()
    hasher.combine(text)
    return String(UInt(bitPattern: hasher.finalize()), radix: 36)
  }
}
