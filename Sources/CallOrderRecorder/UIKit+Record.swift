#if canImport(UIKit) && !os(watchOS)
  public import UIKit
#elseif os(Linux)
  public import UIKitStandIn
#endif
public import CallOrderRecorderCore

#if canImport(UIKit) && !os(watchOS) || os(Linux)
  extension CallOrder {
    /// Records a method that is about a scene.
    /// - Parameters:
    ///   - scene: the scene.
    ///   - options: what it is connected with; recorded are kinds and counts, never what is in them.
    ///   - callback: the method, by default the one that calls.
    ///   - file: the file of the source, by default that of the call.
    ///   - line: the line in it.
    /// - Returns: the violations that it shows; none where nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ scene: UIScene, _ options: UIScene.ConnectionOptions? = nil,
      callback: String = #function, file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, scene, options), CallSite(file, line)))
    }

    /// Records a method that is about a session, such as `application(_:configurationForConnecting:options:)`.
    /// - Returns: the violations that it shows; none where nothing is checked.
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
    /// - Returns: the violations that it shows; none where nothing is checked.
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
    /// - Returns: the violations that it shows; none where nothing is checked.
    @_transparent
    @discardableResult
    @MainActor
    public static func record(
      _ scene: UIScene, _ contexts: Set<UIOpenURLContext>, callback: String = #function,
      file: String = #fileID, line: Int = #line
    ) -> [LiveFinding] {
      logged(note(event(callback, scene, contexts), CallSite(file, line)))
    }

    /// Records a method that is about a user activity of a scene.
    /// - Returns: the violations that it shows; none where nothing is checked.
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

    /// Records that a user activity of this type is announced, or did not arrive.
    /// - Returns: the violations that it shows; none where nothing is checked.
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
      /// - Returns: the violations that it shows; none where nothing is checked.
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

    /// Records the beginning of a call about a scene, and its end, with what it does in between; so the recording tells how
    /// long it took.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, after the end was recorded.
    @MainActor
    public static func withRecording<Result, Failure>(
      _ scene: UIScene, _ options: UIScene.ConnectionOptions? = nil,
      callback: String = #function, file: String = #fileID, line: Int = #line,
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try bracket(event(callback, scene, options), CallSite(file, line), body)
    }

    /// Records something that the app did in a scene, or with an object that UIKit gave to it.
    /// - Parameters:
    ///   - action: what was done.
    ///   - scene: the scene whose session it is about.
    ///   - payload: the link, activity or item that it is about; recorded is a number that is made from it for this run of
    ///     the app.
    ///   - members: what else is known.
    ///   - file: the file of the source, by default that of the call.
    ///   - line: the line in it.
    /// - Returns: the violations that it shows; none where nothing is checked.
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
    /// - Returns: the violations that it shows; none where nothing is checked.
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
    /// - Returns: the violations that it shows; none where nothing is checked.
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
