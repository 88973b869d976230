import TestSupport
import Testing

@Suite("An app that has not adopted scenes") struct ScenesNotAdoptedTests {
  private func check(
    _ callbacks: [String], header: String = "", _ arguments: String...
  ) throws -> String {
    let folder = try TemporaryFolder()
    let events = callbacks.map { callback in
      let words = callback.split(separator: " ")
      let kind = words.count > 2 ? #", "kind": "notification""# : ""
      return
        #"{"callback": "\#(words[0])", "process": \#(words.count > 1 ? words[1] : "1")\#(kind)}"#
    }
    try folder.write(#"{\#(header)"events": [\#(events.joined(separator: ", "))]}"#, to: "t.json")
    return callorder(["check", "t.json", "--format", "concise"] + arguments, in: folder).output
  }

  private let legacy = ["didFinishLaunching", "applicationDidBecomeActive"]
  private let all = #""records": "all", "#
  private let error = "t.json:1:1: error: \(Self.finding)"
  private let note = "t.json:1:1: note: \(Self.finding)"
  private static let finding =
    "applicationDidBecomeActive: No scene ever connected: the app still uses only its app delegate"
    + " [scenes-not-adopted]\n"

  @Test("is an error if it is built with the iOS 27 SDK, and the recording would show scenes")
  func error27() throws {
    for version in ["iOS 27.0", "iOS 27", "iPadOS 28.1", "visionOS 27.0"] {
      let header = #"\#(all)"metadata": {"os": "iOS 26.0", "sdk": "\#(version)"}, "#
      #expect(try check(legacy, header: header).contains(error))
      // The trace counts, and not the option.
      #expect(try check(legacy, header: header, "--sdk", "26").contains(error))
    }
    #expect(try check(legacy, header: all, "--sdk", "27").contains(error))
    let records = #""records": ["scene(_:willConnectTo:options:)", "applicationDidBecomeActive"], "#
    #expect(try check(legacy, header: records, "--sdk", "27").contains(error))
  }

  @Test("is a note if it is built with an earlier SDK, whatever it runs on")
  func notes() throws {
    #expect(try check(legacy, header: all).contains(note))
    #expect(try check(legacy, header: all, "--sdk", "26.4", "--os", "27").contains(note))
    #expect(
      try check(legacy, header: #"\#(all)"metadata": {"os": "iOS 27.0"}, "#).contains(note))
    #expect(try check(legacy, "--sdk", "27").contains(note))
    let records = #""records": ["didFinishLaunching", "applicationDidBecomeActive"], "#
    #expect(try check(legacy, header: records, "--sdk", "27").contains(note))
  }

  @Test("is not checked for the order of the notifications of scenes, which UIKit posts anyway")
  func sceneNotifications() throws {
    let found = try check([
      "didFinishLaunching", "applicationDidBecomeActive", "UISceneDidActivateNotification 1 n",
      "UISceneDidEnterBackgroundNotification 1 n",
    ])
    #expect(found.contains("scenes-not-adopted") == false && found.contains("error: ") == false)
  }

  @Test("is not found on a version that has no scenes")
  func earlier() throws {
    for version in ["iOS 12.4", "iOS 9"] {
      let header = #"\#(all)"metadata": {"os": "\#(version)"}, "#
      #expect(try check(legacy, header: header) == "")
    }
    #expect(try check(legacy, header: all, "--os", "12.4") == "")
    #expect(try check(legacy, header: all, "--os", "13").contains(note))
  }

  @Test("is not found in a process that has just launched or that works in the background")
  func launched() throws {
    for calls in [["didFinishLaunching"], ["didFinishLaunching", "performFetch"]] {
      #expect(try check(calls, header: all, "--sdk", "27") == "")
    }
  }

  /// Notifications of the app, in the words that `check` reads.
  private func notifications(_ names: String...) -> [String] {
    names.map { "UIApplication\($0)Notification 1 notification" }
  }

  @Test(
    "notifications alone tell how far an app is on screen, and accuse nobody of having no scenes")
  func notificationsAlone() throws {
    let life = notifications(
      "WillEnterForeground", "DidBecomeActive", "WillResignActive", "DidEnterBackground",
      "WillEnterForeground", "DidBecomeActive")
    for more in [[], ["didFinishLaunching 1 notification"], ["didFinishLaunching"]] {
      #expect(try check(more + life, header: all, "--sdk", "27") == "")
    }
    // The notification that is left out is recorded nowhere.
    let fewer = notifications("DidBecomeActive", "DidEnterBackground", "DidBecomeActive")
    let note = try check(fewer)
    #expect(note.contains("never has applicationWillResignActive") && !note.contains("error: "))
    let skipped = try check(fewer, header: all)
    #expect(
      skipped.contains(
        "error: applicationDidEnterBackground was posted while the app was active")
        && skipped.contains("[app-background-order]"))
    let wrong = life + notifications("DidEnterBackground")
    let found = try check(wrong)
    #expect(found.contains("[app-background-order]") && !found.contains("scenes-not-adopted"))
    // Whatever tells of scenes, or of the app delegate, tells more than they do.
    for more in ["sceneDidBecomeActive", "sceneDidBecomeActive 1 notification"] {
      #expect(!(try check(wrong + [more]).contains("app-background-order")))
    }
    #expect(!(try check(wrong + ["applicationWillResignActive"])).contains("order]"))
  }

  @Test("is not found if any process had a scene, even if only a notification shows it")
  func elsewhere() throws {
    for scene in ["willConnect 2", "willConnect 2 notification"] {
      let runs = ["didFinishLaunching", "didFinishLaunching 2", scene]
      #expect(!(try check(runs, "--sdk", "27")).contains("scenes-not-adopted"))
      #expect(!(try check(legacy + [scene], header: all, "--os", "27")).contains("scenes-not"))
    }
  }
}
