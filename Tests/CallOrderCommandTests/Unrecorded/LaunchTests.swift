import CallOrderKit
import Testing

@Suite("A recording of several launches without process ids")
struct LaunchTests {
  private func rules(_ launch: [String], cut: Int = 0) -> [String] {
    let life =
      launch + [
        "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)",
      ]
    let events = (life + life).map { callback in
      let session = callback.hasPrefix("scene") ? #", "session": "A""# : ""
      return #"{"callback": "\#(callback)"\#(session)}"#
    }
    let text = events.dropFirst(cut).joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    return report.traces.flatMap { $0.violations.map(\.rule) }
  }

  @Test("may show either of the two calls of a launch, or both")
  func launches() {
    let will = "application(_:willFinishLaunchingWithOptions:)"
    let did = "application(_:didFinishLaunchingWithOptions:)"
    for launch in [[will], [did], [will, did]] { #expect(rules(launch) == [], "\(launch)") }
  }

  @Test("may begin after the first of them, with any call")
  func cut() {
    let will = "application(_:willFinishLaunchingWithOptions:)"
    let did = "application(_:didFinishLaunchingWithOptions:)"
    for launch in [[will], [did], [will, did]] {
      for cut in 1...(launch.count + 3) {
        #expect(rules(launch, cut: cut) == [], "\(launch) \(cut)")
      }
    }
  }

  @Test(
    "began with the launch if the recorder shows everything, so a second launch call is too late")
  func tooLate() {
    let did = "application(_:didFinishLaunchingWithOptions:)"
    let header = #"{"format": "callorder.trace/1", "records": "all"}"#
    let text =
      [header] + ["scene(_:willConnectTo:options:)", did].map { #"{"callback": "\#($0)"}"# }
    let report = checkTraces(
      [.bytes(Array(text.joined(separator: "\n").utf8), name: "x.jsonl")], against: .uiScene())
    #expect(report.traces.flatMap { $0.violations.map(\.rule) } == ["callback-before-launch"])
  }
}
