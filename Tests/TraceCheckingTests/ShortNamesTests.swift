import TestSupport
import Testing
import TraceFindings
import TraceModel

@Suite("Short names, such as counters")
struct ShortNamesTests {
  @Test("have different hashes")
  func haveHashesOfTheirOwn() {
    let names = (0..<20_000).map { String($0) } + ["", "a", "aa", "aaa", "S1", "S10"]
    let hashes = names.map { name in
      Array(name.utf8).withUnsafeBytes { NameHasher.hash($0) }
    }
    #expect(Set(hashes).count == names.count)
  }

  @Test("do not confuse sessions that were discarded long ago")
  func doNotMixUpSessions() throws {
    let calls = ["willConnect", "willEnterForeground", "didDisconnect", "didDiscard"]
    let lives = (1...1_000).flatMap { number in
      calls.map { LifeEvent($0, session: String(number), process: 1) }
    }
    let report = try TraceCheck(TraceCheck.uiScene).report(of: lives.text)
    #expect(report.violations == [])
  }
}
