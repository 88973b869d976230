import CallOrderKit
import Testing
import TraceModel
import TraceFindings

@Suite("A delegate with fewer methods than another")
struct RoleTests {
  /// An iPhone scene that records everything, and a CarPlay scene with another role and without a connection call.
  private func severities(carRole: String?, records: String? = nil) -> [Severity] {
    func event(_ callback: String, _ session: String, _ role: String?) -> String {
      let member = role.map { #", "role": "\#($0)""# } ?? ""
      return #"{"callback": "\#(callback)", "process": 1, "session": "\#(session)"\#(member)}"#
    }
    let header = records.map { #"{"format": "callorder.trace/1", "records": \#($0)}"# }
    let events = [
      #"{"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1}"#,
      event("scene(_:willConnectTo:options:)", "phone", "UIWindowSceneSessionRoleApplication"),
      event("sceneWillEnterForeground(_:)", "phone", nil),
      event("sceneDidBecomeActive(_:)", "phone", nil),
      event("sceneWillEnterForeground(_:)", "car", carRole),
      event("sceneDidBecomeActive(_:)", "car", carRole),
    ]
    let text = ([header].compactMap { $0 } + events).joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    return report.traces.flatMap { trace in
      trace.violations.map(\.severity)
        + trace.notes.filter { $0.id == "depends-on-recording" }.map { _ in .note }
    }
  }

  @Test("has no violation for calls that never occur for scenes of its role")
  func byRole() {
    #expect(severities(carRole: "CPTemplateApplicationSceneSessionRoleApplication") == [.note])
  }

  @Test("has no violation if neither role nor delegate shows whether it receives them")
  func byNone() { #expect(severities(carRole: nil) == [.note]) }

  @Test("is judged like the others of its role, and if the recorder shows everything")
  func otherwise() {
    #expect(severities(carRole: nil, records: #""all""#) == [.error])
    #expect(severities(carRole: "UIWindowSceneSessionRoleApplication") == [.error])
    let role = "CPTemplateApplicationSceneSessionRoleApplication"
    #expect(severities(carRole: role, records: #""all""#) == [.error])
  }

  @Test("is not accused by a stated list of calls that its delegate may not have")
  func byAList() {
    let list = #"["didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive"]"#
    let car = "CPTemplateApplicationSceneSessionRoleApplication"
    #expect(severities(carRole: car, records: list) == [.note])
    #expect(severities(carRole: nil, records: list) == [.note])
    #expect(severities(carRole: "UIWindowSceneSessionRoleApplication", records: list) == [.error])
    // Where CarPlay's own call is recorded too, it would have been seen.
    let cars = ["template", "navigation", "dashboard", "instrumentCluster"]
      .map { "\"\($0)SceneDidConnect\", " }.joined()
    let both = "[\(cars)\(list.dropFirst())"
    #expect(severities(carRole: car, records: both) == [.error])
  }
}
