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

  @Test("is an error from iOS 27 on, if the recording would show scenes")
  func error27() throws {
    for version in ["iOS 27.0", "iOS 27", "iPadOS 28.1", "visionOS 27.0"] {
      #expect(
        try check(legacy, header: #"\#(all)"metadata": {"os": "\#(version)"}, "#).contains(error))
    }
    #expect(try check(legacy, header: all, "--os", "27").contains(error))
    let records = #""records": ["scene(_:willConnectTo:options:)", "applicationDidBecomeActive"], "#
    #expect(try check(legacy, header: records, "--os", "27").contains(error))
  }

  @Test("is a note on earlier versions, and if the recording may not show scenes")
  func notes() throws {
    #expect(try check(legacy, header: all).contains(note))
    #expect(try check(legacy, header: all, "--os", "26.4").contains(note))
    #expect(try check(legacy, "--os", "27").contains(note))
    let records = #""records": ["didFinishLaunching", "applicationDidBecomeActive"], "#
    #expect(try check(legacy, header: records, "--os", "27").contains(note))
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
      #expect(try check(calls, header: all, "--os", "27") == "")
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
      #expect(try check(more + life, header: all, "--os", "27") == "")
    }
    // The notification that is left out is recorded nowhere.
    let fewer = notifications("DidBecomeActive", "DidEnterBackground", "DidBecomeActive")
    let note = try check(fewer)
    #expect(note.contains("never has applicationWillResignActive") && !note.contains("error: "))
    #expect(
      try check(fewer, header: all).contains(
        "error: applicationDidEnterBackground was posted in the wrong phase of the app (active) [app-background-order]"
      ))
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
      #expect(!(try check(runs, "--os", "27")).contains("scenes-not-adopted"))
      #expect(!(try check(legacy + [scene], header: all, "--os", "27")).contains("scenes-not"))
    }
  }
}
