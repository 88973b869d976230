import TestSupport
import Testing
import TraceFindings
import TraceReading

@testable import CallOrderKit

/// Where reports say that an event comes from: what the event itself says.
@Suite("Origins of events") struct EventOriginsTests {
  /// The findings of a recording.
  private static func findings(_ text: String, name: String = "t.jsonl") -> [Violation] {
    var options = CheckOptions()
    options.records = .all
    let input = TraceInput.bytes(Array(text.utf8), name: name)
    return checkTraces([input], options: options).traces.first?.violations ?? []
  }

  @Test(
    "each finding has its own, however many events there are and however they are written",
    arguments: [false, true])
  func anywhere(isList: Bool) throws {
    let lines = (1...6_000).map { number in
      #"{"callback":"sceneDidBecomeActive(_:)","session":"S\#(number % 600)","file":"Ünits.swift","sourceLine":\#(number)}"#
    }
    let text = isList ? "[" + lines.joined(separator: ",\n") + "]" : lines.joined(separator: "\n")
    let findings = Self.findings(text)
    #expect(findings.count > 500)
    for finding in findings {
      #expect(finding.origin.file == "Ünits.swift" && finding.origin.line == finding.event)
    }
  }

  @Test("a value of another kind hides no origin, and no finding")
  func otherKinds() throws {
    let finding = try #require(
      Self.findings(
        """
        {"callback":"sceneDidBecomeActive(_:)","session":"A","caller":{"name":"x"},"file":"A.swift","sourceLine":1.5}
        {"callback":"sceneDidEnterBackground(_:)","session":"A","caller":"Sync","file":"B.swift","sourceLine":2}
        """
      ).first)
    #expect(finding.origin.file == "B.swift" && finding.origin.line == 2)
    #expect(finding.origin.members == [RecordedMember(name: "caller", value: "Sync")])
  }

  @Test("where an event comes from decides nothing: an event that was delivered again is one")
  func delivered() {
    let calls = ["sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)"].enumerated().map {
      #"{"callback":"\#($1)","session":"A","time":\#($0),"file":"A.swift","sourceLine":\#($0 + 1)}"#
    }
    #expect(Self.findings((calls + [calls[1]]).joined(separator: "\n")).isEmpty)
  }

  @Test(
    "the line of a log is that of the finding, though another window's line follows with other words"
  )
  func logLines() throws {
    let log = """
      2026-11-22 09:41:00.100 App[11:1] scene(_:willConnectTo:options:) session=A restored
      2026-11-22 09:41:00.200 App[11:1] scene(_:willConnectTo:options:) session=B new window
      2026-11-22 09:41:00.300 App[11:1] sceneWillEnterForeground session=A
      2026-11-22 09:41:00.400 App[11:1] sceneWillEnterForeground session=B
      2026-11-22 09:41:00.500 App[11:1] sceneDidBecomeActive session=A
      2026-11-22 09:41:00.600 App[11:1] sceneDidEnterBackground session=A
      2026-11-22 09:41:00.700 App[11:1] sceneDidBecomeActive session=B
      """
    let finding = try #require(
      Self.findings(log, name: "t.log").first { $0.rule == "background-without-resign" })
    #expect(finding.line == 6)
    #expect(
      finding.origin.members.contains { $0.value.contains("sceneDidEnterBackground session=A") })
  }
}
