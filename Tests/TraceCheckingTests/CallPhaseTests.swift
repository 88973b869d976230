import Testing
import TraceChecking
import TraceFindings

@Suite("Two events of one call, its beginning and its end")
struct CallPhaseTests {
  private let check: TraceCheck

  init() {
    var options = CheckOptions()
    options.timeline = .upTo(100)
    check = TraceCheck(TraceCheck.uiScene, options: options)
  }

  /// An event of one process; `members` is the JSON after the callback.
  private func event(_ callback: String, _ members: String = "") -> String {
    #"{"callback":"\#(callback)","process":1\#(members.isEmpty ? "" : ",")\#(members)}"#
  }

  private func pair(_ callback: String, _ start: Double, _ end: Double) -> [String] {
    [
      event(callback, #""session":"A","phase":"begin","time":\#(start)"#),
      event(callback, #""session":"A","phase":"end","time":\#(end)"#),
    ]
  }

  private func report(_ lines: [String]) throws -> TraceReport {
    try check.report(of: lines.joined(separator: "\n"))
  }

  /// A launch in which every call has a beginning and an end.
  private func launch() -> [String] {
    pair("didFinishLaunching", 0, 0.25) + pair("configurationForConnecting", 1, 1.125)
      + pair("willConnect", 2, 2.0625) + pair("willEnterForeground", 3, 3)
      + pair("didBecomeActive", 4, 4.5) + pair("willResignActive", 9, 9.5)
      + pair("didEnterBackground", 10, 10.5)
  }

  @Test("are one call with a duration")
  func oneCall() throws {
    let report = try report(launch())
    #expect(report.violations.map(\.rule) == [] && report.notes.map(\.id) == [])
    #expect(report.verdict == .conforming)
    let entries = report.timeline?.entries ?? []
    #expect(entries.map(\.event) == [1, 3, 5, 7, 9, 11, 13])
    #expect(entries.map(\.duration) == [0.25, 0.125, 0.0625, 0, 0.5, 0.5, 0.5])
  }

  @Test("may have other calls between them, and those of other subjects")
  func nesting() throws {
    let report = try report([
      event("didFinishLaunching", #""phase":"begin","time":0"#),
      event("willConnect", #""session":"A","phase":"begin","time":1"#),
      event("willConnect", #""session":"B","phase":"begin","time":2"#),
      event("willConnect", #""session":"A","phase":"end","time":5"#),
      event("willConnect", #""phase":"end","time":6"#),
      event("didFinishLaunching", #""phase":"end","time":30"#),
    ])
    #expect(report.timeline?.entries.map(\.duration) == [30, 4, 4])
    #expect(report.violations.map(\.rule).contains("slow-launch"))
  }

  @Test("beginnings without ends are calls, however many")
  func beginningsAlone() throws {
    let begins = launch().enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    #expect(try report(begins).verdict == .conforming)
    let cycle = begins.suffix(4)
    let many = begins + (0..<200).flatMap { _ in cycle }
    #expect(try report(many).violations.map(\.rule) == [])
  }
}
