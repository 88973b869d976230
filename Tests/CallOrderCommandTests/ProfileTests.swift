import TestSupport
import Testing
import TraceGrammar

@Suite("A profile of a framework")
struct ProfileTests {
  /// An app whose scene delegate's callbacks somebody passes on to the app delegate.
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

  private func check(_ caller: String?, _ arguments: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(trace(caller: caller), to: "trace.json")
    return callorder(["check", "trace.json"] + arguments, from: folder.path)
  }

  @Test("excuses what the framework does, whoever is not said to have done it")
  func excuses() throws {
    #expect(try check(nil).output.contains("error[legacy-callback]"))
    let excused = try check(nil, "--profile", "expo")
    #expect(excused.status == 0)
    #expect(excused.output.contains("note[legacy-callback]"), "\(excused.output)")
    #expect(excused.output.contains("P-01"), "\(excused.output)")
    #expect(try check("ExpoAppSceneDelegate", "--profile", "expo").status == 0)
    let own = try check("AppDelegate", "--profile", "expo")
    #expect(own.status == 1 && own.output.contains("error[legacy-callback]"), "\(own.output)")
    // Capacitor passes on links, and nothing else.
    #expect(try check(nil, "--profile", "capacitor").status == 1)
  }

  @Test("is added to any grammar that extends UIKit's, which keeps its name, and to no other")
  func grammars() throws {
    let practices = try check(nil, "--profile", "expo", "--grammar", "UIScenePractices")
    #expect(practices.status == 0 && practices.output.contains("note[legacy-callback]"))
    #expect(practices.output.contains("by the grammar UIScenePractices"), "\(practices.output)")
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
    #expect(run.status == 0 && run.output.contains("note[legacy-callback]"), "\(run.output)")
  }

  @Test(
    "is sound, and says for each excuse whose calls it is about", arguments: FrameworkProfile.all)
  func sound(_ profile: FrameworkProfile) {
    let (grammar, diagnostics) = Grammar.parse(Array(profile.text.utf8))
    #expect(diagnostics == [])
    let added = grammar?.quirks.dropFirst(Grammar.uiScene().quirks.count) ?? []
    #expect(!added.isEmpty)
    #expect(added.allSatisfy { !$0.callers.isEmpty && !$0.callbacks.isEmpty })
  }
}
