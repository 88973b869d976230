public import CallOrderRecorderCore

extension CallOrder {
  /// Something that an app does by itself, under a name that a grammar declares.
  public struct Action: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Its name in the grammar.
    public let name: String

    /// Makes an action of a grammar of one's own.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { name = value }

    /// What is done once for the whole process was set up.
    public static let setUp: Action = "setUp"
    /// An engine or SDK was started.
    public static let boot: Action = "boot"
    /// The interface can take links, activities and items.
    public static let ready: Action = "ready"
    /// The launch options were read.
    public static let readLaunchOptions: Action = "readLaunchOptions"
    /// All that was asked for so far is done.
    public static let checkpoint: Action = "checkpoint"
    /// The app took itself to be active.
    public static let appBecameActive: Action = "appBecameActive"
    /// The app took itself to be in the background.
    public static let appEnteredBackground: Action = "appEnteredBackground"
    /// What kind of launch this is was decided.
    public static let decideLaunchKind: Action = "decideLaunchKind"
    /// The time of the launch was measured.
    public static let measureLaunch: Action = "measureLaunch"
    /// The state of the application was read.
    public static let readApplicationState: Action = "readApplicationState"
    /// A window was looked for, to show something in it or to measure it.
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
    /// A link, activity, quick action, response or share was acted upon.
    public static let handle: Action = "handle"
    /// A draft or a setting was written.
    public static let write: Action = "write"
    /// The user did something in a view.
    public static let viewEvent: Action = "viewEvent"
    /// The model was changed.
    public static let changeModel: Action = "changeModel"
    /// The model was saved.
    public static let saveModel: Action = "saveModel"
    /// The scenes were told of a change.
    public static let post: Action = "post"
    /// A scene showed a change.
    public static let showUpdate: Action = "showUpdate"
  }

  /// Records something that the app did.
  ///
  /// What identifies something is not recorded itself, but a number that is made from it for this run of the app.
  /// - Parameters:
  ///   - action: what was done.
  ///   - payload: what the link, activity or item that it is about is known by.
  ///   - key: the draft or setting that is written.
  ///   - update: the change of the model that is asked for, made, posted or shown.
  ///   - activity: the saved state that is stored or restored.
  ///   - request: the request that failed.
  ///   - state: the state that was read; it is recorded itself.
  ///   - session: the `persistentIdentifier` of the session that it is about; it is recorded itself.
  ///   - members: what else is known.
  ///   - file: the file of the source, by default that of the call.
  ///   - line: the line in it.
  /// - Returns: the violations that it shows; none where nothing is checked.
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

  /// Records that all that was asked for so far is done, as a test does at its end.
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

  /// What is recorded instead of a text: the same for equal texts in one run of the app, and nothing that leads back.
  static func identity(of text: String) -> String {
    // The hash is keyed by numbers that are new in each run.
    var hasher = Hasher()
    hasher.combine(text)
    return String(UInt(bitPattern: hasher.finalize()), radix: 36)
  }
}
