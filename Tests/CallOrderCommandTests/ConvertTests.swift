import Foundation
import TestSupport
import Testing

/// Converting traces for other programs' viewers.
@Suite("Converting traces") struct ConvertTests {
  /// The events of a Chrome trace.
  private static func events(_ text: String) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(document?["traceEvents"] as? [[String: Any]])
  }

  @Test(
    "every sample becomes JSON in which each slice ends, on tracks with names",
    arguments: ["conforming", "violating", "quirks", "recorded", "formats"])
  func samples(folder: String) throws {
    let run = callorder(["convert", Repository.path("traces/\(folder)"), "--no-config"])
    let events = try Self.events(run.output)
    #expect(events.count > 10)
    var open: [Int: (name: String, time: Double)] = [:]
    var end: [Int: Double] = [:]
    var named: Set<Int> = []
    for event in events {
      let phase = try #require(event["ph"] as? String)
      let track = try #require(event["tid"] as? Int)
      let name = try #require(event["name"] as? String)
      if phase == "M" {
        if name == "thread_name" { named.insert(track) }
        continue
      }
      #expect(named.contains(track), "\(name)")
      let time = try #require(event["ts"] as? Double)
      #expect(time >= 0)
      switch phase {
      case "B":
        #expect(open[track] == nil, "\(name) begins within a slice")
        #expect(time >= end[track] ?? 0, "\(name) begins before the last slice has ended")
        open[track] = (name, time)
      case "E":
        let last = open.removeValue(forKey: track)
        let begun = try #require(last)
        #expect(begun.name == name && begun.time <= time)
        end[track] = time
      default: #expect(phase == "i")
      }
    }
    #expect(open.isEmpty)
  }

  @Test("a session has a track of states and one of calls in each of its processes")
  func tracks() throws {
    let lines = [
      #"{"records":"all"}"#,
      #"{"callback":"didFinishLaunching","process":"7","time":10.5}"#,
      #"{"callback":"willConnect","process":"7","session":"A","time":10.75}"#,
      #"{"callback":"willEnterForeground","process":"7","session":"A","time":11}"#,
      #"{"callback":"willEnterForeground","process":"7","session":"A","time":11.0000005}"#,
    ]
    let run = callorder(["convert", "-"], input: lines.joined(separator: "\n"))
    #expect(run.status == 0)
    let events = try Self.events(run.output)
    func names(_ what: String) -> [String] {
      events.filter { $0["name"] as? String == what }
        .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    }
    #expect(names("process_name") == ["process 7"])
    #expect(names("thread_name").contains("session A"))
    #expect(names("thread_name").contains("session A: calls"))
    let slice = try #require(events.first { $0["name"] as? String == "connecting" })
    #expect(slice["ts"] as? Double == 250_000)
    let fault = try #require(events.first { $0["cat"] as? String == "violation" })
    #expect(fault["name"] as? String == "foreground-while-foreground")
    #expect(fault["ts"] as? Double == 500_000.5)
  }

  @Test("hostile names and times stay text and numbers")
  func hostile() throws {
    let lines = [
      #"{"callback":"a\u0000\"</script>\u202e","session":"\ud83d\ude00","time":-1e300}"#,
      #"{"callback":"willConnect","session":"\ud83d\ude00","time":1e300}"#,
      #"{"callback":"willConnect","session":"\ud83d\ude00","time":0}"#,
    ]
    let events = try Self.events(
      callorder(["convert", "-"], input: lines.joined(separator: "\n")).output)
    #expect(events.allSatisfy { ($0["ts"] as? Double ?? 0) >= 0 })
  }

  @Test("skipped events are reported, and unreadable input fails")
  func limits() throws {
    let folder = try TemporaryFolder()
    let line = #"{"callback":"willConnect","session":"A"}"#
    try folder.write([line, line, line].joined(separator: "\n"), to: "a.jsonl")
    let run = callorder(
      "convert", "a.jsonl", "--timeline", "2", "-o", "out.json", in: folder)
    #expect(run.status == 0)
    #expect(run.errorOutput == "callorder: a.jsonl has 3 events; the first 2 were converted\n")
    #expect(try Self.events(try #require(folder.text("out.json"))).count > 2)
    try folder.write("{", to: "b.json")
    #expect(callorder("convert", "a.jsonl", "b.json", in: folder).status == 3)
    #expect(callorder("convert", "a.jsonl", "--to", "nothing", in: folder).status == 2)
    #expect(callorder("convert", "a.jsonl", "-o", "a.jsonl", in: folder).status == 2)
  }
}
