import TestSupport
import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("Names that are similar to those of callbacks")
struct NearSpellingTests {
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

  @Test("are searched among a limited number only", .timeLimit(.minutes(1)))
  func many() throws {
    let lines = (0..<5_000).map { LifeEvent("sceneDidBecomeActive\($0)x\($0)", session: "A") }
    #expect(try TraceCheck(TraceCheck.uiScene).report(of: lines.text).notes.first?.count == 5_000)
  }
}
