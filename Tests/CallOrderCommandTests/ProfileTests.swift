import TestSupport
import Testing
import TraceGrammar

@Suite("A profile of a framework")
struct ProfileTests {
  /// An app in which the app delegate gets a callback of the scene delegate.
  private func trace(_ callback: String) -> String {
    """
    {"format": "callorder.trace/1", "records": "all", "events": [
      {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": "1"},
      {"callback": "scene(_:willConnectTo:options:)", "session": "A", "process": "1"},
      {"callback": "sceneWillEnterForeground(_:)", "session": "A", "process": "1"},
      {"callback": "sceneDidBecomeActive(_:)", "session": "A", "process": "1"},
      {"callback": "\(callback)", "process": "1"}
    ]}
    """
  }

  @Test("of your own is a text like the one in the guide")
  func ofOnesOwn() throws {
    let page = "Sources/Tool/CallOrderKit/Documentation.docc/Profiles.md"
    let blocks = Repository.codeBlocks(of: page)
    try #require(blocks.count == 1)
    let folder = try TemporaryFolder()
    try folder.write(blocks[0].code, to: "app.lifecycle")
    #expect(callorder(["grammar", "validate", "app.lifecycle"], from: folder.path).status == 0)
    try folder.write(trace("forwardDidBecomeActive"), to: "trace.json")
    let excused = callorder(
      ["check", "trace.json", "--grammar", "app.lifecycle"], from: folder.path)
    #expect(excused.status == 0 && excused.output.contains("A-01"), "\(excused.output)")
    try folder.write(trace("applicationDidBecomeActive(_:)"), to: "trace.json")
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
