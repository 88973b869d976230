import TestSupport
import Testing
import TraceJSON

@Suite("A limit of listed violations") struct ViolationLimitTests {
  /// The same number of two kinds of faults, in turn: a warning at the second event of each round, an error at the fourth.
  private static func trace(rounds: Int) -> String {
    let calls = ["DidBecomeActive", "DidBecomeActive", "DidBecomeActive", "DidEnterBackground"]
    return (0..<rounds * 4).map { number in
      let call = "scene\(calls[number % 4])(_:)"
      return "{\"callback\":\"\(call)\",\"session\":\"S\(number / 2)\"}\n"
    }.joined()
  }

  private func report(_ limit: Int?, rounds: Int, jobs: Int = 1) throws -> JSONValue {
    let options = limit.map { ["--max-findings", "\($0)"] } ?? []
    let run = callorder(
      ["check", "-", "--records", "all", "--format", "json", "--jobs", "\(jobs)"] + options,
      input: Self.trace(rounds: rounds))
    #expect(run.status == 1)
    return try JSONValue(parsing: Array(run.output.utf8))
  }

  @Test(
    "limits what is listed, keeps the first, and counts all",
    arguments: [0, 1, 15, 16, 17, 80, 1_000])
  func limit(limit: Int) throws {
    let all = try report(nil, rounds: 40)
    let some = try report(limit, rounds: 40)
    #expect(some["summary"] == all["summary"])
    #expect(some["verdict"] == all["verdict"])
    let (whole, part) = (
      try #require(all["traces"]?.array?.first), try #require(some["traces"]?.array?.first)
    )
    for member in ["counts", "countsByRule", "groups", "repairCost", "verdict"] {
      #expect(part[member] == whole[member], "\(member)")
    }
    let violations = try #require(whole["violations"]?.array)
    #expect(violations.count == 80)
    // Causes weigh what the other listed findings say, too.
    let listed = part["violations"]?.array ?? []
    #expect(listed.count == min(limit, violations.count))
    for member in ["rule", "event", "fingerprint", "repair"] {
      #expect(listed.map { $0[member] } == violations.prefix(limit).map { $0[member] }, "\(member)")
    }
    #expect(part["unlistedViolations"]?.integer == Int64(max(0, 80 - limit)))
  }

  @Test("does not affect the groups: each fault once, with its count and its first event")
  func groups() throws {
    let rounds = 520
    let report = try report(nil, rounds: rounds)
    let trace = try #require(report["traces"]?.array?.first)
    #expect(trace["violations"]?.array?.count == 1_000)
    #expect(trace["unlistedViolations"]?.integer == Int64(rounds * 2 - 1_000))
    let groups = try #require(trace["groups"]?.array)
    #expect(groups.map { $0["count"]?.integer } == [Int64(rounds), Int64(rounds)])
    #expect(groups.map { $0["firstEvent"]?.integer } == [2, 4])
    #expect(
      groups.map { $0["rule"]?.string } == ["activate-while-active", "background-without-resign"])
    #expect(report["summary"]?["errors"]?.integer == Int64(rounds))
    #expect(report["summary"]?["warnings"]?.integer == Int64(rounds))
  }

  @Test("says in the text how many are not listed")
  func text() throws {
    let run = callorder(
      ["check", "-", "--records", "all", "--max-findings", "3"], input: Self.trace(rounds: 40))
    #expect(run.output.contains("40 errors"), "\(run.output)")
    #expect(run.output.contains("40 warnings"), "\(run.output)")
    #expect(run.output.matches(of: /\n  and 39 more like it\n/).count == 2, "\(run.output)")
  }
}
