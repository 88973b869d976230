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
  func count() { #expect(FieldRecording.all.count >= 80) }

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
}
