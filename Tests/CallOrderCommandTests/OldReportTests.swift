import Foundation
import TestSupport
import Testing

/// A report and a baseline from an early version 0.1.0: other fingerprints, fewer states, no groups by call.
@Suite("What an earlier version wrote") struct OldReportTests {
  private static let samples = [
    "traces/quirks/Q-01.json", "traces/violating/connect-while-connected/smallest.json",
    "traces/violating/continuation-unannounced/smallest.json",
    "traces/violating/legacy-callback/smallest.json",
  ]
  private static let rules = [
    "discard-before-disconnect", "connect-while-connected", "continuation-unannounced",
    "legacy-callback",
  ]
  private static let oldNames = [
    "7f0ce3627ea937cb9913be01c8cd3eb7", "36adfc7e0c9fde091b23e36283305d3f",
    "de07dcc86e47fb8b7db33844accc7906", "9183fbb7b2d0671748008816245ce365",
  ]

  /// A folder with the current samples, the old report as `old.json`, and the current one as `new.json`.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for sample in samples {
      let text = try #require(Repository.bytes(sample))
      try folder.write(String(decoding: text, as: UTF8.self), to: sample)
    }
    let place = "Tests/CallOrderCommandTests/Corpus/report-0.1.0.json"
    let old = try #require(Repository.bytes(place))
    try folder.write(String(decoding: old, as: UTF8.self), to: "old.json")
    let run = callorder(
      "check", "traces", "--no-config", "-q", "--fail-on", "never", "-r", "json=new.json",
      in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
    return folder
  }

  private static func json(_ run: CommandRun) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any], "\(run.errorOutput)")
  }

  @Test("may say that only the part of a recording that was kept shows its callbacks")
  func soFar() throws {
    let folder = try Self.folder()
    let text = try #require(folder.text("new.json"))
    let (now, before) = (#""source": "trace""#, #""source": "so far""#)
    #expect(text.contains(now))
    try folder.write(text.replacingOccurrences(of: now, with: before), to: "so-far.json")
    let run = callorder("report", "so-far.json", "--format", "json", in: folder)
    #expect(run.errorOutput == "" && run.output.contains(before))
  }

  @Test("names rules and lifecycles that the grammar still has")
  func names() throws {
    let folder = try Self.folder()
    func names(_ list: String, _ member: String, of report: String) throws -> Set<String> {
      let text = folder.text(report) ?? ""
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let coverage = try #require(value?["coverage"] as? [String: Any])
      let all = try #require(coverage[list] as? [[String: Any]])
      return Set(all.compactMap { $0[member] as? String })
    }
    for (list, member) in [("lifecycles", "name"), ("rules", "id")] {
      // This one was renamed since.
      var old = try names(list, member, of: "old.json")
      if old.remove("adoption") != nil { old.insert("delegateInUse") }
      #expect(old.count >= 6)
      #expect(old.subtracting(try names(list, member, of: "new.json")) == [])
    }
  }

  @Test("is shown in every format, with the current names")
  func report() throws {
    let folder = try Self.folder()
    for format in [
      "text", "concise", "html", "markdown", "sarif", "junit", "github", "json",
    ] {
      let run = callorder("report", "old.json", "--fail-on", "never", "-f", format, in: folder)
      #expect(run.status == 0 && run.errorOutput.isEmpty, "\(format): \(run.errorOutput)")
      for rule in Self.rules.dropFirst() { #expect(run.output.contains(rule), "\(format) \(rule)") }
    }
    let value = try Self.json(
      callorder("report", "old.json", "--fail-on", "never", "-f", "json", in: folder))
    let text = String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    for name in Self.oldNames { #expect(!text.contains(name)) }
  }

  @Test("is compared with a current report: the same faults are neither new nor gone")
  func compare() throws {
    let folder = try Self.folder()
    for words in [["old.json", "new.json"], ["new.json", "old.json"]] {
      let value = try Self.json(callorder(["compare"] + words + ["-f", "json"], in: folder))
      let summary = try #require(value["summary"] as? [String: Any])
      for fate in ["new", "gone", "fixed"] { #expect(summary[fate] as? Int == 0, "\(summary)") }
      #expect(summary["unchanged"] as? Int == 4, "\(summary)")
    }
  }

  @Test("is merged and counted with a current report, in either order")
  func merge() throws {
    let folder = try Self.folder()
    for words in [["old.json", "new.json"], ["new.json", "old.json"]] {
      let run = callorder(["report", "-f", "json", "--fail-on", "never"] + words, in: folder)
      #expect(run.status == 0, "\(run.errorOutput)")
      let merged = try Self.json(run)
      let summary = try #require(merged["summary"] as? [String: Any])
      #expect(summary["traces"] as? Int == 8 && summary["violations"] as? Int == 8)
      let traces = try #require(merged["traces"] as? [[String: Any]])
      let names = traces.flatMap { ($0["groups"] as? [[String: Any]]) ?? [] }
        .compactMap { $0["fingerprint"] as? String }
      #expect(names.count == 8 && Set(names).count == 4, "\(names)")
    }
    let merged = try Self.json(
      callorder("report", "-f", "json", "old.json", "new.json", in: folder))
    // The visits of both are added up, by the names of the states.
    func visits(_ report: [String: Any], _ state: String) -> Int? {
      let lifecycles = (report["coverage"] as? [String: Any])?["lifecycles"] as? [[String: Any]]
      let session = lifecycles?.first { $0["name"] as? String == "session" }
      let states = session?["states"] as? [[String: Any]]
      return states?.first { $0["name"] as? String == state }?["visits"] as? Int
    }
    let both = try ["old.json", "new.json"].map {
      try Self.json(callorder("report", "-f", "json", $0, in: folder))
    }
    for state in ["connecting", "inactive", "active"] {
      let sum = both.reduce(0) { $0 + (visits($1, state) ?? 0) }
      #expect(visits(merged, state) == sum && sum > 0, "\(state)")
    }
  }

  @Test("works as a baseline: known violations pass, and updating it writes the current names")
  func baseline() throws {
    let folder = try Self.folder()
    let entries = zip(Self.rules, Self.oldNames).map {
      #"{"fingerprint": "\#($1)", "rule": "\#($0)", "summary": "as before", "count": 1, "reason": "known"}"#
    }
    let file = """
      {"version": 1, "grammar": {"name": "UIScene", "version": "1.0"}, "entries": [
      \(entries.joined(separator: ",\n"))]}
      """
    try folder.write(file, to: "known.json")
    let check = ["check", "traces", "--no-config", "--fail-on", "note", "-b", "known.json"]
    let run = callorder(check, in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.errorOutput.contains("baseline update"), "\(run.errorOutput)")
    let again = folder.text(Self.samples[3]) ?? ""
    try folder.write(again, to: "traces/more.json")
    #expect(callorder(check, in: folder).status == 1)
    try FileManager.default.removeItem(atPath: folder.path("traces/more.json"))
    let update = callorder(
      "baseline", "update", "traces", "--no-config", "-b", "known.json", in: folder)
    #expect(update.status == 0, "\(update.errorOutput)")
    let text = folder.text("known.json") ?? ""
    #expect(text.contains(#""version": 2"#))
    #expect(text.components(separatedBy: #""reason": "known""#).count == 5, "\(text)")
    for name in Self.oldNames { #expect(!text.contains(name)) }
    let clean = callorder(check, in: folder)
    #expect(clean.status == 0 && clean.errorOutput.isEmpty, "\(clean.errorOutput)")
  }

  @Test("a trace is no saved report, and the message says how to make one")
  func trace() throws {
    let folder = try TemporaryFolder()
    let event = #"{"callback":"sceneDidBecomeActive(_:)"}"#
    for text in [
      event + "\n" + event, "[\(event)]", #"{"format":"callorder.trace/1","events":[]}"#,
    ] {
      try folder.write(text, to: "a.json")
      let run = callorder("report", "a.json", in: folder)
      #expect(run.status > 1)
      #expect(
        run.errorOutput.contains("is a trace, not a saved report; make one: callorder check a.json")
      )
    }
  }

  @Test("a damaged report is not taken for a trace")
  func damaged() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format": "callorder.report/1", "traces": [{"callback": "#, to: "a.json")
    let run = callorder("report", "a.json", in: folder)
    #expect(run.status > 1 && run.errorOutput.contains("not JSON"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("is a trace"))
  }
}
