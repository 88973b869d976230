import TestSupport
import Testing
import TraceGrammar

@Suite("A profile of a framework")
struct ProfileTests {
  /// An app in which a caller forwards the callbacks of the scene delegate to the app delegate.
  private func trace(caller: String?) -> String {
    let by = caller.map { ", \"caller\": \"\($0)\"" } ?? ""
    return """
      {"format": "callorder.trace/1", "records": "all", "events": [
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": "1"},
        {"callback": "scene(_:willConnectTo:options:)", "session": "A", "process": "1"},
        {"callback": "sceneWillEnterForeground(_:)", "session": "A", "process": "1"},
        {"callback": "sceneDidBecomeActive(_:)", "session": "A", "process": "1"},
        {"callback": "applicationDidBecomeActive(_:)", "process": "1"\(by)}
      ]}
      """
  }

  /// The first lines of the finding about that call, after its severity.
  private static let legacy =
    ": applicationDidBecomeActive was called, but this app uses scenes\n  trace.json:6, process 1  [legacy-callback]\n"

  private func check(_ caller: String?, _ arguments: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(trace(caller: caller), to: "trace.json")
    return callorder(["check", "trace.json"] + arguments, from: folder.path)
  }

  @Test("excuses what the framework does, also if the caller is unknown")
  func excuses() throws {
    #expect(try check(nil).output.hasPrefix("error" + Self.legacy))
    let excused = try check(nil, "--profile", "expo")
    #expect(excused.status == 0)
    #expect(excused.output.hasPrefix("note" + Self.legacy), "\(excused.output)")
    #expect(
      excused.output.contains("  Excused by P-01, a known deviation of the platform\n"),
      "\(excused.output)")
    #expect(try check("ExpoAppSceneDelegate", "--profile", "expo").status == 0)
    let own = try check("AppDelegate", "--profile", "expo")
    #expect(
      own.status == 1
        && own.output.hasPrefix(
          "error" + Self.legacy.replacing("was called", with: "was called by AppDelegate")),
      "\(own.output)")
    // Capacitor forwards links and nothing else.
    #expect(try check(nil, "--profile", "capacitor").status == 1)
  }

  /// A second launch in one process.
  private func launchedTwice(_ second: String, _ arguments: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"format": "callorder.trace/1", "records": "all", "events": [
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": "1"},
        {"callback": "scene(_:willConnectTo:options:)", "session": "A", "process": "1"},
        {\(second), "process": "1"},
        {"callback": "sceneWillEnterForeground(_:)", "session": "A", "process": "1"}
      ]}
      """, to: "trace.json")
    return callorder(["check", "trace.json"] + arguments, from: folder.path)
  }

  @Test("excuses a second launch only if the recording shows that the framework made it")
  func evidence() throws {
    let launch = "\"callback\": \"application(_:didFinishLaunchingWithOptions:)\""
    let unknown = try launchedTwice(launch, "--profile", "flutter")
    #expect(unknown.status == 1)
    #expect(
      unknown.output.hasPrefix(
        "error: application(_:didFinishLaunchingWithOptions:) was called although the process was"
          + " already running\n  trace.json:4, process 1  [launch-order]\n"), "\(unknown.output)")
    #expect(
      unknown.output.contains(
        "  Likely cause: Flutter notifies plug-ins of the launch again when a scene connects with"
          + " something to open.\n    ✓ the recording does not say who called it\n  Change: Record who"
          + " makes the call in the member \"caller\"; a call from there is no mistake.\n"),
      "\(unknown.output)")
    #expect(try !launchedTwice(launch).output.contains("Flutter"))
    for format in ["text", "json"] {
      let own = try launchedTwice(
        launch + ", \"caller\": \"AppDelegate\"", "--profile", "flutter", "--format", format)
      #expect(own.status == 1 && !own.output.contains("Flutter notifies"), "\(own.output)")
    }
    let shown = [
      launch + ", \"caller\": \"FlutterPluginAppLifeCycleDelegate\"",
      launch + ", \"delegate\": \"FlutterPluginAppLifeCycleDelegate\"",
      "\"callback\": \"-[FlutterPluginAppLifeCycleDelegate application:didFinishLaunchingWithOptions:]\"",
      "\"callback\": \"sceneWillConnectFallback:\"",
    ]
    for second in shown {
      let run = try launchedTwice(second, "--profile", "flutter")
      #expect(run.status == 0 && run.output.contains("P-06"), "\(second)\n\(run.output)")
    }
    // The app delegate is not Flutter's.
    let delegate = try launchedTwice(
      launch + ", \"delegate\": \"AppDelegate\"", "--profile", "flutter")
    #expect(delegate.status == 1, "\(delegate.output)")
  }

  /// Something that a framework does, as a recording shows it.
  struct Habit: Sendable, CustomTestStringConvertible {
    var profile: String
    /// The rule or note that is reported without the profile, after its severity for a rule.
    var without: String
    /// The quirk that excuses it; nil if there is nothing to excuse.
    var quirk: String?
    /// The members of the events that follow those of an app with an active scene.
    var events: [String]
    var testDescription: String { "\(profile): \(events[0])" }

    init(_ profile: String, _ without: String, _ quirk: String? = nil, _ events: String...) {
      (self.profile, self.without, self.quirk, self.events) = (profile, without, quirk, events)
    }

    private static let unknown = "unknown-callback"
    private static let activity = #""session": "A", "type": "com.example.view""#
    private static let announced =
      #""callback": "scene(_:willContinueUserActivityWithType:)", "#
      + activity
    private static let continued = #""callback": "scene(_:continue:)", "# + activity

    static let all: [Habit] = [
      Habit(
        "expo", unknown, nil, #""callback": "OnAppBecomesActive""#,
        #""callback": "appStateDidChange", "app_state": "active""#,
        #""callback": "RCTOpenURLNotification", "kind": "notification""#),
      Habit(
        "expo", "error legacy-callback", "P-01",
        #""callback": "application(_:open:options:)", "caller": "SceneEventForwarder""#),
      Habit(
        "react-native", unknown, nil, #""callback": "appStateDidChange", "app_state": "inactive""#,
        #""callback": "appStateDidChange", "app_state": "background""#),
      Habit(
        "react-native", "error legacy-callback", "P-03",
        #""callback": "+[RCTLinkingManager application:openURL:options:]""#),
      Habit(
        "react-native", "warning continuation-unannounced", "P-09", announced, continued,
        #""callback": "+[RCTLinkingManager scene:continueUserActivity:]", "# + activity),
      Habit(
        "capacitor", unknown, nil, #""callback": "pause""#, #""callback": "resume""#,
        #""callback": "CapacitorOpenURLNotification""#,
        #""callback": "CDVPluginHandleOpenURLNotification""#,
        #""callback": "CapacitorOpenUniversalLinkNotification""#),
      Habit(
        "capacitor", "error legacy-callback", "P-04",
        #""callback": "application(_:open:options:)", "caller": "ApplicationDelegateProxy""#),
      Habit(
        "capacitor", "warning continuation-unannounced", "P-10", announced, continued,
        continued + #", "delegate": "SceneDelegateProxy""#),
      Habit(
        "cordova", unknown, nil, #""callback": "resign""#, #""callback": "pause""#,
        #""callback": "resume""#, #""callback": "active""#,
        #""callback": "CDVPluginHandleOpenURLNotification""#,
        #""callback": "CDVPluginContinueUserActivityNotification""#),
      Habit(
        "cordova", "note warm-delivery-while-connecting", "P-11",
        #""callback": "scene(_:willConnectTo:options:)", "session": "B""#,
        #""callback": "-[CDVSceneDelegate scene:openURLContexts:]", "session": "B""#),
      Habit(
        "titanium", unknown, nil, #""callback": "pause""#, #""callback": "TiSuspend""#,
        #""callback": "resumed""#, #""callback": "TiApplicationLaunchedFromURL""#),
      Habit(
        "titanium", "error legacy-callback", "P-05",
        #""callback": "-[TiApp application:openURL:options:]""#),
      Habit(
        "titanium", "error connect-while-connected", "P-08",
        #""callback": "-[TiSceneDelegate scene:willConnectToSession:options:]", "session": "B""#,
        #""callback": "-[TiApp scene:willConnectToSession:options:]", "session": "B""#),
    ]
  }

  @Test("knows what its framework does, and the names in its recordings", arguments: Habit.all)
  func habits(_ habit: Habit) throws {
    let folder = try TemporaryFolder()
    let events = habit.events.map { ",\n    {\($0), \"process\": \"1\"}" }.joined()
    let trace = """
      {"format": "callorder.trace/1", "records": "all", "events": [
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": "1"},
        {"callback": "scene(_:willConnectTo:options:)", "session": "A", "process": "1"},
        {"callback": "sceneWillEnterForeground(_:)", "session": "A", "process": "1"},
        {"callback": "sceneDidBecomeActive(_:)", "session": "A", "process": "1"}\(events)
      ]}
      """
    try folder.write(trace, to: "trace.json")
    let without = callorder(["check", "trace.json"], from: folder.path)
    let words = habit.without.split(separator: " ")
    if words.count > 1 {
      #expect(without.output.hasPrefix("\(words[0]): "), "\(without.output)")
    }
    #expect(without.output.contains("[\(words[words.count - 1])]"), "\(without.output)")
    let with = callorder(["check", "trace.json", "--profile", habit.profile], from: folder.path)
    #expect(with.status == 0, "\(with.output)")
    if let quirk = habit.quirk {
      #expect(with.output.contains("  Excused by \(quirk), "), "\(with.output)")
      #expect(!with.output.contains("error: ") && !with.output.contains("warning: "))
    } else {
      #expect(
        !with.output.contains("unknown-callback") && !with.output.contains("["), "\(with.output)")
    }
  }

  @Test("can be added to any grammar that extends UIKit's, which keeps its name, and to no other")
  func grammars() throws {
    let practices = try check(nil, "--profile", "expo", "--grammar", "UIScenePractices")
    #expect(practices.status == 0 && practices.output.hasPrefix("note" + Self.legacy))
    let named = try check(
      nil, "--profile", "expo", "--grammar", "UIScenePractices", "--format", "markdown")
    #expect(named.output.contains(" Grammar UIScenePractices "), "\(named.output)")
    let other = try check(nil, "--profile", "expo", "--grammar", "ScenePhase")
    #expect(other.status == 2)
    #expect(
      other.errorOutput.contains("the profile expo is for grammars that extend UIScene"),
      "\(other.errorOutput)")
    let unknown = try check(nil, "--profile", "exbo")
    #expect(unknown.status == 2 && unknown.errorOutput.contains("expo"), "\(unknown.errorOutput)")
  }

  @Test("is a key of the configuration, too")
  func configured() throws {
    let folder = try TemporaryFolder()
    try folder.write(trace(caller: nil), to: "trace.json")
    try folder.write(#"{"profile": "titanium"}"#, to: ".callorder.json")
    let run = callorder(["check", "trace.json"], from: folder.path)
    #expect(run.status == 0 && run.output.hasPrefix("note" + Self.legacy), "\(run.output)")
  }

  @Test("of your own is a text like the one in the guide")
  func ofOnesOwn() throws {
    let page = try #require(
      Repository.bytes("Sources/Tool/CallOrderKit/Documentation.docc/Profiles.md"))
    let parts = String(decoding: page, as: UTF8.self).split(separator: "```\n")
    try #require(parts.count == 3)
    let folder = try TemporaryFolder()
    try folder.write(String(parts[1]), to: "app.lifecycle")
    #expect(callorder(["grammar", "validate", "app.lifecycle"], from: folder.path).status == 0)
    try folder.write(
      trace(caller: nil).replacing(
        "applicationDidBecomeActive(_:)", with: "forwardDidBecomeActive"),
      to: "trace.json")
    let excused = callorder(
      ["check", "trace.json", "--grammar", "app.lifecycle"], from: folder.path)
    #expect(excused.status == 0 && excused.output.contains("A-01"), "\(excused.output)")
    try folder.write(trace(caller: nil), to: "trace.json")
    let own = callorder(["check", "trace.json", "--grammar", "app.lifecycle"], from: folder.path)
    #expect(own.status == 1)
    #expect(
      own.output.contains(
        "  Likely cause: LifecycleForwarder passes sceneDidBecomeActive on to libraries that know the"
          + " app delegate alone.\n    ✓ the recording does not say who called it\n"),
      "\(own.output)")
  }

  @Test(
    "is valid, and names the caller in each excuse", arguments: FrameworkProfile.all)
  func sound(_ profile: FrameworkProfile) {
    let (grammar, diagnostics) = Grammar.parse(Array(profile.text.utf8))
    #expect(diagnostics == [])
    let added = grammar?.quirks.elements.dropFirst(Grammar.uiScene().quirks.count) ?? []
    #expect(!added.isEmpty)
    #expect(added.allSatisfy { !$0.callers.isEmpty && !$0.callbacks.isEmpty })
  }
}
