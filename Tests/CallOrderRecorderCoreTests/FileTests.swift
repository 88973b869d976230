import CallOrderKit
import CallOrderRecorderCore
import Foundation
import TestSupport
import Testing

@Suite("Recordings in files") struct RecordingFileTests {
  @Test("are complete after a crash, up to the last event")
  func crash() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let recorder = Recorder(RecordingHeader(), to: [.files(in: path + "/calls")])
      for callback in ["one", "two", "three"] { recorder.record(RecordedEvent(callback)) }
      abort()
    }
    let files = try names(in: folder)
    try #require(files.count == 1)
    let text = try #require(folder.text("calls/" + files[0]))
    #expect(text.hasSuffix("}\n") && text.split(separator: "\n").count == 4)
    #expect(text.contains("\"three\""))
    #expect(checkTraces([.file(folder.path + "/calls/" + files[0])]).failures.isEmpty)
  }

  @Test("continue in another file when one is full; each can be read alone")
  func rotation() throws {
    let folder = try TemporaryFolder()
    let header = RecordingHeader(app: "a", startedAt: 1_763_794_000, records: ["willConnect"])
    let recorder = Recorder(
      header, to: [.files(in: folder.path + "/calls/", sizeLimit: 600)], launch: "L")
    for number in 0..<40 { recorder.record(RecordedEvent("call\(number)")) }
    recorder.end()
    let files = try names(in: folder)
    #expect(files.count > 3 && files[0] == "calls-1763794000-L-000001.jsonl")
    var calls: [String] = []
    for (index, file) in files.enumerated() {
      let lines = try #require(folder.text("calls/" + file)).split(separator: "\n")
      #expect(lines[0].hasPrefix("{\"format\""))
      #expect(lines[0].contains("\"part\":\(index + 1)") == (index > 0))
      #expect(lines[0].contains("\"records\":[\"willConnect\"]"))
      calls += lines.dropFirst().compactMap { $0.split(separator: "\"").dropFirst(3).first }
        .map(String.init)
    }
    #expect(calls == (0..<40).map { "call\($0)" })
  }

  @Test("are sorted by age when there are more than 999 of one run")
  func manyParts() throws {
    let folder = try TemporaryFolder()
    let files = Destination.files(in: folder.path + "/calls", sizeLimit: 1, fileLimit: 3)
    let recorder = Recorder(RecordingHeader(startedAt: 1), to: [files], launch: "L")
    for number in 1...1_004 { recorder.record(RecordedEvent("call\(number)")) }
    recorder.end()
    let names = try names(in: folder)
    let expected = (1_002...1_004).map { "call\($0)" }
    try #require(names.count == 3)
    for (name, call) in zip(names, expected) {
      #expect(folder.text("calls/" + name)?.contains("\"\(call)\"") == true, "\(name)")
    }
  }

  @Test("are removed when there are too many, the oldest first, and nothing else is")
  func pruning() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "calls/notes.txt")
    try folder.write("", to: "calls/deep/calls-1.jsonl")
    for number in 1...6 {
      let header = RecordingHeader(startedAt: 1_763_794_000 + number)
      let files = Destination.files(in: folder.path + "/calls", fileLimit: 3)
      Recorder(header, to: [files], launch: "L").end()
    }
    let expected = (4...6).map { "calls-\(1_763_794_000 + $0)-L-000001.jsonl" }
    #expect(try names(in: folder) == expected + ["deep", "notes.txt"])
    #expect(folder.text("calls/deep/calls-1.jsonl") != nil)
  }

  @Test(
    "that cannot be written do not disturb the app, and state later how many events are missing")
  func failure() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "calls")
    let files = Destination.files(in: folder.path + "/calls")
    let recorder = Recorder(RecordingHeader(), to: [files], launch: "L")
    recorder.record(RecordedEvent("one"))
    recorder.record(RecordedEvent("two"))
    try FileManager.default.removeItem(atPath: folder.path + "/calls")
    recorder.record(RecordedEvent("three"))
    recorder.end()
    let text = try #require(folder.text("calls/" + (try names(in: folder))[0]))
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.first == "{\"lost\":2}" && lines.count == 2)
    #expect(lines.last?.contains("\"three\"") ?? false)
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/calls").sorted()
  }
}
