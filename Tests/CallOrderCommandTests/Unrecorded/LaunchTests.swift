import CallOrderKit
import Testing

@Suite("A recording of several launches without process ids")
struct LaunchTests {
  private func rules(_ launch: [String]) -> [String] {
    let life =
      launch + [
        "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)",
      ]
    let events = (life + life).map { callback in
      let session = callback.hasPrefix("scene") ? #", "session": "A""# : ""
      return #"{"callback": "\#(callback)"\#(session)}"#
    }
    let text = events.joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    return report.traces.flatMap { $0.violations.map(\.rule) }
  }

  @Test("may show either of the two calls of a launch, or both")
  func launches() {
    let will = "application(_:willFinishLaunchingWithOptions:)"
    let did = "application(_:didFinishLaunchingWithOptions:)"
    for launch in [[will], [did], [will, did]] { #expect(rules(launch) == [], "\(launch)") }
  }
}
