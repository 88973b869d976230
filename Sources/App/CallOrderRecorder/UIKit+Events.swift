#if canImport(UIKit) && !os(watchOS)
  public import CallOrderRecorderCore
  public import UIKit
  // These declare the types of some connection options.
  #if canImport(CloudKit)
    internal import CloudKit
  #endif
  #if canImport(UserNotifications)
    internal import UserNotifications
  #endif
#elseif canImport(UIKitStandIn)
  public import CallOrderRecorderCore
  public import UIKitStandIn
#endif

// Turns UIKit's objects into events, for the inlined bodies of `record` and `did`.
#if canImport(UIKit) && !os(watchOS) || canImport(UIKitStandIn)
  @MainActor
  extension CallOrder {
    /// The event for a method that concerns a scene.
    @usableFromInline static func event(
      _ callback: String, _ scene: UIScene, _ options: UIScene.ConnectionOptions?
    ) -> RecordedEvent {
      var event = RecordedEvent(callback)
      event.tell(scene)
      if let options { event.tell(options, of: scene.session) }
      return event
    }

    /// The event for a method that concerns a session.
    @usableFromInline static func event(
      _ callback: String, _ session: UISceneSession, _ options: UIScene.ConnectionOptions?
    ) -> RecordedEvent {
      var event = RecordedEvent(callback)
      event.session = session.persistentIdentifier
      event.role = session.role.rawValue
      if let options { event.tell(options, of: session) }
      return event
    }

    /// The event for a method that concerns a set of sessions.
    @usableFromInline static func event(
      _ callback: String, _ sessions: Set<UISceneSession>
    ) -> RecordedEvent {
      var event = RecordedEvent(callback)
      event.sessions = sessions.map(\.persistentIdentifier).sorted()
      return event
    }

    /// The event for a method that delivers URLs to a scene.
    @usableFromInline static func event(
      _ callback: String, _ scene: UIScene, _ contexts: Set<UIOpenURLContext>
    ) -> RecordedEvent {
      var event = event(callback, scene, nil)
      event.payloads = contexts.map { identity(of: $0) }.sorted()
      return event
    }

    /// The event for a method that delivers an activity or a quick action to a scene.
    @usableFromInline static func event(
      _ callback: String, _ scene: UIScene, payload: NSObject?, type: String
    ) -> RecordedEvent {
      var event = event(callback, scene, nil)
      event.payloads = payload.map { [identity(of: $0)] } ?? []
      event.type = type
      return event
    }

    /// The event for an action.
    @usableFromInline static func event(
      _ action: Action, _ scene: UIScene?, _ payload: NSObject,
      _ members: KeyValuePairs<String, RecordedEvent.Value>
    ) -> RecordedEvent {
      var event = event(
        action, payload: nil, identities: [], state: nil,
        session: scene?.session.persistentIdentifier, members: members)
      event.payload = identity(of: payload)
      return event
    }

    /// The additional members of an action in a scene: whether a window was created with its scene.
    @usableFromInline static func members(
      of action: Action, in scene: UIScene
    ) -> KeyValuePairs<String, RecordedEvent.Value> {
      action == .createWindow && scene is UIWindowScene ? ["windowScene": true] : [:]
    }

    /// A hash that is recorded instead of an object: the same for equal objects within one run of the app.
    fileprivate static func identity(of object: NSObject) -> String {
      if let context = object as? UIOpenURLContext {
        return identity(of: context.url.absoluteString)
      }
      var hasher = Hasher()
      hasher.combine(object)
      return String(UInt(bitPattern: hasher.finalize()), radix: 36)
    }
  }

  @MainActor
  extension RecordedEvent {
    /// Adds what is known about a scene.
    mutating func tell(_ scene: UIScene) {
      session = scene.session.persistentIdentifier
      role = scene.session.role.rawValue
      let address = UInt(bitPattern: Unmanaged.passUnretained(scene).toOpaque())
      self.scene = "0x" + String(address, radix: 16)
      state = Self.stateNames.first { $0.state == scene.activationState }?.name
    }

    private static let stateNames: [(state: UIScene.ActivationState, name: String)] = [
      (.unattached, "unattached"), (.foregroundActive, "foregroundActive"),
      (.foregroundInactive, "foregroundInactive"), (.background, "background"),
    ]

    /// Adds the connection options: kinds and counts, and hashes of what is delivered.
    fileprivate mutating func tell(_ options: UIScene.ConnectionOptions, of session: UISceneSession)
    {
      self.options = [
        Member("urls", .number(options.urlContexts.count)),
        Member("userActivities", .number(options.userActivities.count)),
        Member("cloudKitShare", .truth(options.cloudKitShareMetadata != nil)),
        Member("handoff", .truth(options.handoffUserActivityType != nil)),
        Member("stateRestoration", .truth(session.stateRestorationActivity != nil)),
      ]
      var payloads: [NSObject] = Array(options.urlContexts)
      payloads += options.userActivities as Set<NSObject>
      #if !os(tvOS)
        self.options += [
          Member("notificationResponse", .truth(options.notificationResponse != nil)),
          Member("shortcutItem", .truth(options.shortcutItem != nil)),
        ]
        if let item = options.shortcutItem { payloads.append(item) }
        if let response = options.notificationResponse { payloads.append(response) }
      #endif
      if let share = options.cloudKitShareMetadata { payloads.append(share) }
      self.payloads = payloads.map { CallOrder.identity(of: $0) }.sorted()
    }
  }
#endif
