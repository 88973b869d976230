import Foundation
import TestSupport
import Testing

/// A recording from `Corpus/field-recordings.txt`, and what is found in it.
struct FieldRecording: Sendable, CustomTestStringConvertible {
  var name: String
  var status: Int32
  var ids: [String]
  var options: [String]
  var lines: [Substring]

  var testDescription: String { name }

  static let all: [FieldRecording] = {
    let bytes = Repository.bytes("Tests/CallOrderCommandTests/Corpus/field-recordings.txt") ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "@@ ").dropFirst().compactMap {
      let lines = $0.split(separator: "\n")
      let parts = lines[0].split(separator: " | ", omittingEmptySubsequences: false)
      guard parts.count == 4, let status = Int32(parts[1]) else { return nil }
      return FieldRecording(
        name: String(parts[0]), status: status,
        ids: parts[2].split(separator: " ").map(String.init),
        options: parts[3].split(separator: " ").map(String.init), lines: Array(lines.dropFirst()))
    }
  }()
}

@Suite("Recordings of faults in the field") struct FieldRecordingTests {
  @Test("there are many of them")
  func count() { #expect(FieldRecording.all.count >= 26) }

  @Test("show their fault, and no other", arguments: FieldRecording.all)
  func found(_ recording: FieldRecording) throws {
    let run = callorder(
      ["check", "-", "--no-config", "--format", "json"] + recording.options,
      input: recording.lines.joined(separator: "\n"))
    #expect(run.status == recording.status, "\(run.errorOutput)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let trace = try #require((report?["traces"] as? [[String: Any]])?.first)
    let rules = (trace["violations"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
    let notes = (trace["notes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    #expect(Set(rules + notes) == Set(recording.ids))
  }

  @Test("say what a library needs that waits for the app delegate")
  func library() throws {
    let recording = try #require(FieldRecording.all.first { $0.name.contains("an SDK waits") })
    let run = callorder(
      ["check", "-", "--no-config"] + recording.options,
      input: recording.lines.joined(separator: "\n"))
    #expect(
      run.output.contains("forward from there what a library waits for in the app delegate"),
      "\(run.output)")
  }

  private static func practices(_ lines: String...) -> CommandRun {
    callorder(
      ["check", "-", "--no-config", "--grammar", "UIScenePractices"],
      input: lines.map { #"{"process": 1, \#($0)}"# }.joined(separator: "\n"))
  }

  @Test("ask for what the app did not do, and not for fewer calls of UIKit")
  func payload() {
    let run = Self.practices(
      #""callback": "willConnect", "session": "A", "payloads": ["w1", "w2"]"#,
      #""callback": "handle", "kind": "action", "payload": "w2""#,
      #""callback": "willEnterForeground", "session": "A""#,
      #""callback": "didBecomeActive", "session": "A""#,
      #""callback": "willResignActive", "session": "A""#,
      #""callback": "didEnterBackground", "session": "A""#)
    #expect(run.output.contains("was not handled: delivery w1\n"), "\(run.output)")
    #expect(run.output.contains("    + handle"))
    #expect(!run.output.contains("−"))
  }

  @Test("do not doubt that an action is recorded which counts as recorded")
  func presumed() {
    let run = Self.practices(
      #""callback": "didFinishLaunching""#, #""callback": "willConnect", "session": "A""#,
      #""callback": "willEnterForeground", "session": "A""#,
      #""callback": "didBecomeActive", "session": "A""#,
      #""callback": "restoreState", "kind": "action", "session": "A""#)
    #expect(run.output.contains("[restore-late]"), "\(run.output)")
    #expect(!run.output.contains("not recorded"))
  }

  @Test("name a rule that is not judged because another window may be connected")
  func otherWindow() {
    let car = #", "session": "C", "role": "CPTemplateApplicationSceneSessionRoleApplication""#
    let run = Self.practices(
      #""callback": "didFinishLaunching""#, #""callback": "configurationForConnecting"\#(car)"#,
      #""callback": "templateSceneDidConnect"\#(car)"#,
      #""callback": "useWindow", "kind": "action""#)
    #expect(run.output.contains("not judged: window-elsewhere (once)."), "\(run.output)")
  }

  @Test("do not say that the event of a finding is not checked")
  func checked() {
    let run = Self.practices(
      #""callback": "didFinishLaunching""#, #""callback": "createWindow", "kind": "action""#,
      #""callback": "willConnect", "session": "A""#)
    #expect(run.output.contains("[window-without-scene]"), "\(run.output)")
    #expect(!run.output.contains("subject-missing"))
  }

  @Test("of one window may also be about a display in a car")
  func oneWindowAndCar() throws {
    let recording = try #require(FieldRecording.all.first { $0.name.hasPrefix("one window") })
    let role = #""role": "CPTemplateApplicationSceneSessionRoleApplication", "session": "B""#
    let text = recording.lines.joined(separator: "\n").replacing(#""session": "B""#, with: role)
    let run = callorder(["check", "-", "--no-config"], input: text)
    #expect(!run.output.contains("several-windows"), "\(run.output)")
  }
}
