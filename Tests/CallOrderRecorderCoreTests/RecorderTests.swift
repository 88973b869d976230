import CallOrderRecorderCore
import Foundation
import TestSupport
import Testing

@Suite("Recorder") struct RecorderTests {
  @Test("keeps the order of the calls, from all threads")
  func threads() {
    let recording = MemoryRecording(sizeLimit: 8 << 20)
    let recorder = Recorder(RecordingHeader(), to: [.memory(recording)], bufferSize: 1 << 22)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<2_000 {
        var event = RecordedEvent("call")
        event.members = [.init("from", .number(thread)), .init("number", .number(number))]
        recorder.record(event)
      }
    }
    recorder.end()
    var next = [0, 0, 0, 0]
    var time = 0.0
    for line in lines(of: recording.bytes) {
      guard let from = line["from"] as? Int, let number = line["number"] as? Int else { continue }
      #expect(next[from] == number)
      next[from] = number + 1
      let now = line["time"] as? Double ?? -1
      #expect(now >= time)
      time = now
    }
    #expect(next == [2_000, 2_000, 2_000, 2_000])
  }

  @Test("counts events that do not fit, and records where they are missing")
  func overflow() {
    let recording = MemoryRecording()
    let hold = DispatchSemaphore(value: 0)
    let isWriting = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let slow = Destination.closure { line in
      if line.contains("\"slow\"") {
        isWriting.signal()
        hold.wait()
      }
    }
    let recorder = Recorder(
      RecordingHeader(), to: [.memory(recording), slow], launch: "L", bufferSize: 512)
    Thread.detachNewThread {
      recorder.record(RecordedEvent("slow"))
      done.signal()
    }
    isWriting.wait()
    for _ in 0..<100 { recorder.record(RecordedEvent("next")) }
    hold.signal()
    done.wait()
    recorder.record(RecordedEvent("last"))
    recorder.end()
    let lines = lines(of: recording.bytes).dropFirst()
    let callbacks = lines.map { $0["callback"] as? String ?? "lost" }
    let count = callbacks.count { $0 == "next" }
    #expect(count > 2 && count < 20)
    #expect(callbacks == ["slow"] + Array(repeating: "next", count: count) + ["lost", "last"])
    #expect(lines[lines.count - 1]["lost"] as? Int == 100 - count)
  }

  @Test("records at the end that the last events are missing, also for an event that is too long")
  func endsLost() {
    let recording = MemoryRecording()
    let recorder = Recorder(RecordingHeader(), to: [.memory(recording)], bufferSize: 512)
    recorder.record(RecordedEvent(String(repeating: "x", count: 600)))
    recorder.record(RecordedEvent(String(repeating: "y", count: 600)))
    recorder.end()
    #expect(recording.text.hasSuffix("}\n{\"lost\":2}\n"))
    recorder.record(RecordedEvent("late"))
    recorder.end()
    #expect(!recording.text.contains("late"))
  }

  @Test("counts events that its own closure records as lost")
  func recursion() {
    let recording = MemoryRecording()
    let box = RecorderBox()
    let recorder = Recorder(
      RecordingHeader(),
      to: [.closure { if $0.contains("first") { box.record("inner") } }, .memory(recording)])
    box.set(recorder)
    recorder.record(RecordedEvent("first"))
    recorder.record(RecordedEvent("second"))
    recorder.end()
    let lines = lines(of: recording.bytes).dropFirst()
    #expect(lines.map { $0["callback"] as? String ?? "lost" } == ["first", "lost", "second"])
  }

  @Test("calls a closure with every line")
  func closure() {
    let box = RecorderBox()
    let recorder = Recorder(
      RecordingHeader(), to: [.closure { box.add($0) }], launch: "L")
    recorder.record(RecordedEvent("one"))
    recorder.record(RecordedEvent("two"))
    #expect(box.lines.count == 3)
    #expect(
      box.lines[0].hasPrefix("{\"format\"") && box.lines[2].hasPrefix("{\"callback\":\"two\""))
  }

  @Test("keeps the last events in memory and counts the first")
  func memory() {
    let recording = MemoryRecording(sizeLimit: 4_096)
    let recorder = Recorder(RecordingHeader(), to: [.memory(recording)])
    for number in 0..<500 { recorder.record(RecordedEvent("call\(number)")) }
    recorder.end()
    #expect(recording.bytes.count < 5_000)
    let lines = lines(of: recording.bytes)
    let lost = lines[1]["lost"] as? Int ?? 0
    #expect(lines[2]["callback"] as? String == "call\(lost)")
    #expect(lines.last?["callback"] as? String == "call499")
    #expect(lost + lines.count - 2 == 500)
  }

  private func lines(of bytes: [UInt8]) -> [[String: Any]] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0))) as? [String: Any]
    }
  }
}

/// The recorder and the lines that the closure of a destination shares with a test.
final class RecorderBox: @unchecked Sendable {
  private let lock = NSLock()
  private var recorder: Recorder?
  private var all: [String] = []

  var lines: [String] { lock.withLock { all } }

  func set(_ recorder: Recorder) { lock.withLock { self.recorder = recorder } }

  func record(_ callback: String) {
    lock.withLock { recorder }?.record(RecordedEvent(callback))
  }

  func add(_ line: String) { lock.withLock { all.append(line) } }
}
