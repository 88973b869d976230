import CallOrderKit
import Testing
import TraceModel
import TraceFindings

@Suite("If the role and delegate of a session are unknown")
struct UnknownDelegateTests {
  private static let phone = ["willConnect", "willEnterForeground", "didBecomeActive"]

  private func line(_ callback: String, _ session: String, _ members: String = "") -> String {
    #"{"callback": "\#(callback)", "process": 1, "session": "\#(session)"\#(members)}"#
  }

  private func report(_ lines: [String]) throws -> TraceReport {
    let launch = #"{"callback": "didFinishLaunching", "process": 1}"#
    let text = ([launch] + lines).joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    return try #require(report.traces.first)
  }

  @Test("CarPlay may have connected it, and a note says what to record")
  func connectsUnseen() throws {
    let phone = Self.phone.map { line($0, "phone") }
    let unseen = ["willEnterForeground", "didBecomeActive"].map { line($0, "x") }
    let report = try report(phone + unseen)
    #expect(report.violations == [])
    #expect(report.verdict == .conforming)
    let note = try #require(report.notes.first { $0.id == "depends-on-recording" })
    #expect(note.event == 5)
    #expect(
      note.message
        == "not judged: sceneWillEnterForeground without scene(_:willConnectTo:options:) (once). This recording"
        + " never has scene(_:willConnectTo:options:) about this session before; if your recorder does record it, record"
        + " \"role\" or \"delegate\" with each event, or add \"records\": \"all\"")
  }

  @Test("a willConnect for it shows that its connections are recorded")
  func connectsSeen() throws {
    let lines = Self.phone + ["willResignActive", "didDisconnect", "willEnterForeground"]
    let report = try report(lines.map { line($0, "x") })
    #expect(report.violations.map(\.rule) == ["callback-after-disconnect"])
  }

  @Test("its delegate proves it", arguments: [#", "delegate": "A""#, #", "role": "R""#])
  func delegate(members: String) throws {
    let phone = Self.phone.map { line($0, "phone", members) }
    let accused = try report(phone + [line("willEnterForeground", "x", members)])
    #expect(accused.violations.map(\.rule) == ["callback-before-connect"])
    let other = members.replacing("\": \"", with: "\": \"Other")
    #expect(try report(phone + [line("willEnterForeground", "x", other)]).violations == [])
  }

  @Test("so does a notification, which is posted about every scene")
  func notification() throws {
    let posted = line("UISceneWillConnectNotification", "phone", #", "kind": "notification""#)
    var phone = Self.phone.map { line($0, "phone") }
    phone.insert(posted, at: 1)
    let report = try report(phone + [line("willEnterForeground", "x")])
    #expect(report.violations.map(\.rule) == ["callback-before-connect"])
  }
}
