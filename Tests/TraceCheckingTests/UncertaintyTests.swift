import Testing
import TraceFindings
import TraceGrammar

@Suite("Unrecorded calls are never reported as violations")
struct UncertaintyTests {
  private let check = TraceCheck(TraceCheck.uiScene)

  private func rules(_ lines: [String]) throws -> [String] {
    try check.report(of: lines.joined(separator: "\n")).violations.map(\.rule)
  }

  @Test("a gap affects the process as well", arguments: [#","process":1"#, ""])
  func aGapReachesTheProcess(process: String) throws {
    let launching = #"{"callback":"willFinishLaunching"\#(process)}"#
    let connecting = #"{"callback":"willConnect","session":"A"\#(process)}"#
    #expect(try rules([launching, connecting]) == ["callback-before-launch"])
    #expect(try rules([launching, #"{"lost":1}"#, connecting]) == [])
  }

  @Test("a notification after a gap may echo the call before it")
  func aNotificationAfterAGapMayBeAnEcho() throws {
    let call = #"{"callback":"didFinishLaunching","process":1}"#
    let notification =
      #"{"callback":"didFinishLaunching","kind":"notification","process":1}"#
    #expect(try !rules([call, #"{"lost":0}"#, notification]).contains("launch-order"))
    #expect(try rules([call, call]).contains("launch-order"))
  }

  @Test("what a gap at the end may have resolved is not reported")
  func aGapAtTheEndMayResolveWhatIsOpen() throws {
    let announced = [
      #"{"callback":"didFinishLaunching","process":1}"#,
      #"{"callback":"willConnect","session":"A","process":1}"#,
      #"{"callback":"willEnterForeground","session":"A","process":1}"#,
      #"{"callback":"didBecomeActive","session":"A","process":1}"#,
      #"{"callback":"willContinue","session":"A","process":1}"#,
      #"{"callback":"willResignActive","session":"A","process":1}"#,
    ]
    #expect(try rules(announced) == ["continuation-unresolved"])
    #expect(try rules(announced + [#"{"lost":0}"#]) == [])
  }
}
