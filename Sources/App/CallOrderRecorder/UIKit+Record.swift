#if canImport(UIKit) && !os(watchOS)
  public import CallOrderRecorderCore
  public import UIKit
#elseif canImport(UIKitStandIn)
  public import CallOrderRecorderCore
  public import UIKitStandIn
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(UIKitStandIn)
  extension CallOrder {
    /// Records a method that concerns a scene.
    /// - Parameters:
    ///   - scene: the scene.
    ///   - options: the connection options; kinds, counts and hashes are recorded, never the contents.
    ///   - callback: the method; by default the caller.
    ///   - file: the source file; by default the caller's.
    ///   - line: the line in that file; by default the caller's.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ scene: UIScene, _ options: UIScene.ConnectionOptions? = nil,
      callback: String = #function, file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, scene, options), CallSite(file, line)))
    }

    /// Records a method that concerns a session, such as `application(_:configurationForConnecting:options:)`.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ session: UISceneSession, _ options: UIScene.ConnectionOptions? = nil,
      callback: String = #function, file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, session, options), CallSite(file, line)))
    }

    /// Records `application(_:didDiscardSceneSessions:)`.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ sessions: Set<UISceneSession>, callback: String = #function, file: String = #fileID,
      line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, sessions), CallSite(file, line)))
    }

    /// Records `scene(_:openURLContexts:)`.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ scene: UIScene, _ contexts: Set<UIOpenURLContext>, callback: String = #function,
      file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, scene, contexts), CallSite(file, line)))
    }

    /// Records a method that delivers a user activity to a scene.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ scene: UIScene, _ activity: NSUserActivity, callback: String = #function,
      file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      logged(
        note(
          event(callback, scene, payload: activity, type: activity.activityType),
          CallSite(file, line)))
    }

    /// Records that a user activity of this type was announced, or failed to arrive.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ scene: UIScene, type: String, callback: String = #function, file: String = #fileID,
      line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, scene, payload: nil, type: type), CallSite(file, line)))
    }

    #if !os(tvOS)
      /// Records `windowScene(_:performActionFor:completionHandler:)`.
      /// - Returns: the findings found with this event; empty if nothing is checked.
      @_transparent
      @discardableResult
      @MainActor
      public static func record(
        _ scene: UIScene, _ item: UIApplicationShortcutItem, callback: String = #function,
        file: String = #fileID, line: Int = #line
      ) -> [LiveFinding] {
        logged(
          note(event(callback, scene, payload: item, type: item.type), CallSite(file, line)))
      }
    #endif

    /// Records the beginning and the end of a call that concerns a scene around a closure, so that the recording shows how
    /// long the call took.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws; the end of the call is recorded first.
    @MainActor
    public static func withRecording<Result, Failure>(
      _ scene: UIScene, _ options: UIScene.ConnectionOptions? = nil,
      callback: String = #function, file: String = #fileID, line: Int = #line,
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try bracket(event(callback, scene, options), CallSite(file, line), body)
    }

    /// Records something that the app did in a scene, or with an object that UIKit delivered.
    /// - Parameters:
    ///   - action: what was done.
    ///   - scene: the scene; its session is recorded.
    ///   - payload: the link, activity or item that was handled; only a hash of it is recorded, which is different in each
    ///     run of the app.
    ///   - members: additional members of the event.
    ///   - file: the source file; by default the caller's.
    ///   - line: the line in that file; by default the caller's.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func did(
      _ action: Action, in scene: UIScene? = nil, payload: NSObject,
      members: KeyValuePairs<String, RecordedEvent.Value> = [:], file: String = #fileID,
      line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(action, scene, payload, members), CallSite(file, line)))
    }

    /// Records something that the app did with a link.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func did(
      _ action: Action, in scene: UIScene? = nil, payload: URL,
      members: KeyValuePairs<String, RecordedEvent.Value> = [:], file: String = #fileID,
      line: Int = #line
    ) -> [LiveFinding] {
      did(
        action, payload: payload.absoluteString, session: scene?.session.persistentIdentifier,
        members: members, file: file, line: line)
    }

    /// Records something that the app did in a scene.
    ///
    /// The parameters are those of `did(_:payload:key:update:activity:request:state:session:members:file:line:)`.
    /// - Returns: the findings found with this event; empty if nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func did(
      _ action: Action, in scene: UIScene, payload: String? = nil, key: String? = nil,
      update: String? = nil, activity: String? = nil, request: String? = nil,
      file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      did(
        action, payload: payload, key: key, update: update, activity: activity, request: request,
        session: scene.session.persistentIdentifier, members: members(of: action, in: scene),
        file: file, line: line)
    }
  }
#endif
