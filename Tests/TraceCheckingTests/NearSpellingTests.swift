import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("Names that are similar to those of callbacks")
struct NearSpellingTests {
  private let check = TraceCheck(TraceCheck.uiScene)

  static let near: [(text: String, callback: String)] = [
    ("sceneDidBecomActive", "didBecomeActive"), ("sceneDidBecomActive(_:)", "didBecomeActive"),
    ("-[SceneDelegate sceneDidBecomeAtcive:]", "didBecomeActive"),
    ("SceneDelegate.sceneWilResignActive(_:)", "willResignActive"),
    ("sceneWillConnectTo", "willConnect"), ("sceneWillConnectToOptions", "willConnect"),
    ("scene(_:willConnectTo:)", "willConnect"), ("scenewillconnecttosession", "willConnect"),
    ("didEnterBackgroud", "didEnterBackground"),
    ("applicationDidFinishLaunching", "didFinishLaunching"),
    ("UISceneDidActivate", "didBecomeActive"),
    ("applicationDidDiscardSceneSessions", "didDiscard"),
  ]

  @Test("are never those of the opposite call")
  func isOpposite() {
    let spellings = NearSpellings(.uiScene())
    let near = spellings.nearest(to: "templateApplicationScene(_:didDisconnect:)")
    #expect(near.map { Grammar.uiScene().callbacks[$0.callback].name } != "carPlayDidConnect")
    #expect(near?.spelling.contains("didConnect") != true, "\(String(describing: near))")
    #expect(spellings.nearest(to: "sceneDidDisconect")?.spelling == "sceneDidDisconnect(_:)")
  }

  @Test("are recognized", arguments: near)
  func isNear(sample: (text: String, callback: String)) throws {
    let spellings = NearSpellings(.uiScene())
    let found = try #require(spellings.nearest(to: sample.text))
    #expect(Grammar.uiScene().callbacks[found.callback].name == sample.callback)
  }

  @Test(
    "do not include those of other methods",
    arguments: [
      "viewDidLoad", "viewDidLoad()", "viewWillAppear(_:)", "viewDidAppear:",
      "viewDidDisappear(_:)",
      "layoutSubviews", "tableView(_:didSelectRowAt:)", "urlSession(_:task:didCompleteWithError:)",
      "userNotificationCenter(_:didReceive:withCompletionHandler:)", "networkDidBecomeReachable",
      "locationManager(_:didUpdateLocations:)", "windowWillClose(_:)", "scene",
      "", "é", String(repeating: "sceneDidBecomeActive", count: 10), "onboardingDidFinish",
      "playerDidEnterPictureInPicture", "sceneKitViewDidRender", "applicationSupportFolder",
    ])
  func isNotNear(text: String) {
    let spellings = NearSpellings(.uiScene())
    #expect(spellings.nearest(to: text) == nil)
  }

  private func event(_ callback: String, session: String? = "A") -> String {
    let identity = session.map { #","session":"\#($0)""# } ?? ""
    return #"{"callback":"\#(callback)","process":1\#(identity)}"#
  }

  private func report(_ lines: [String]) throws -> TraceReport {
    try check.report(of: lines.joined(separator: "\n"))
  }

  private var launched: [String] {
    [event("didFinishLaunching", session: nil), event("configurationForConnecting")]
  }

  @Test("may have changed anything, so there are no false findings")
  func nothingFalse() throws {
    // The scene connected with a call of an unknown name.
    for session in ["A", nil] {
      let report = try report(
        launched + [event("sceneWilConnect", session: session)] + [
          event("willEnterForeground"), event("didBecomeActive"),
        ])
      #expect(report.violations.map(\.rule) == [], "\(session ?? "")")
      #expect(report.verdict == .conforming)
    }
    let first = [event("didFinishLaunching", session: nil), event("sceneWilConnect")]
    #expect(try report(first + [event("willEnterForeground")]).violations.map(\.rule) == [])
  }

  @Test("do not prevent findings about what they cannot have changed")
  func stillJudged() throws {
    let known =
      launched + [
        event("willConnect"), event("willEnterForeground"), event("didBecomeActive"),
      ]
    let other = try report(
      known + [event("sceneDidDisconect", session: "B"), event("willEnterForeground")])
    #expect(other.violations.map(\.rule) == ["foreground-while-foreground"])
    // Names of view callbacks change nothing.
    let view = try report(known + [event("viewDidAppear"), event("willEnterForeground")])
    #expect(view.violations.map(\.rule) == ["foreground-while-foreground"])
    let same = try report(known + [event("sceneDidDisconect"), event("willConnect")])
    #expect(same.violations.map(\.rule) == [])
  }

  @Test("are listed in a note with the callback that may have been meant")
  func note() throws {
    let notes = try report(
      [event("viewDidLoad"), event("sceneDidBecomActive"), event("sceneDidBecomActive")]
        + [event("sceneWilConnect")]
    ).notes
    #expect(notes.map(\.id) == ["unknown-callback"])
    #expect(
      notes.first?.message
        == "4 events of 3 callbacks that the grammar does not know; whatever such events changed is treated as unknown"
        + "; did you mean sceneDidBecomeActive(_:) by \"sceneDidBecomActive\", and 1 more?"
    )
  }

  @Test("are searched among a limited number only", .timeLimit(.minutes(1)))
  func many() throws {
    let lines = (0..<5_000).map { event("sceneDidBecomeActive\($0)x\($0)") }
    #expect(try report(lines).notes.first?.count == 5_000)
  }
}
