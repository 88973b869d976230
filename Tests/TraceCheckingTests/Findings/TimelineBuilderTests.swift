import TestSupport
import Testing
import TraceGrammar
import TraceModel
import TraceFindings

@testable import TraceChecking

@Suite("A timeline being built") struct TimelineBuilderTests {
  private func builder(limit: Int) -> TimelineBuilder {
    let check = TraceCheck(TraceCheck.uiScene)
    return TimelineBuilder(check.compiled, check.tables, limit: limit)
  }

  private func recorded(_ number: Int) -> Timeline.Entry {
    Timeline.Entry(
      event: number, line: number, callback: "c\(number)", kind: .delegate,
      time: number % 2 == 0 ? nil : Double(number))
  }

  private func concerned(_ kind: SubjectKindID, _ slot: Int, _ state: String?)
    -> TimelineBuilder.Concerned
  {
    .init(
      key: SubjectKey(subject: SubjectReference(kind: kind, slot: slot), generation: 1),
      kind: kind == 0 ? "process" : "session", name: "\(slot)", state: state)
  }

  @Test(
    "has intervals that follow each other, and lanes of wider subjects first",
    arguments: 0..<20 as Range<UInt64>)
  func intervals(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var builder = self.builder(limit: 1_000)
    var states: [String: [Int: String]] = [:]
    let count = 60
    var waiting: (index: Int, number: Int)?
    func draw(_ kind: SubjectKindID, _ number: Int) -> TimelineBuilder.Concerned {
      let slot = Int.random(in: 0..<3, using: &random)
      let state = ["x", "y", nil].randomElement(using: &random) ?? nil
      states["\(kind) \(slot)", default: [:]][number] = state ?? ""
      return concerned(kind, slot, state)
    }
    for number in 1...count {
      if let (index, reserved) = waiting {
        builder.fill(index, concerned: [draw(0, reserved)], process: nil)
        waiting = nil
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        waiting = builder.reserve(recorded(number)).map { ($0, number) }
      } else {
        builder.add(
          recorded(number), concerned: [draw(1, number)],
          process: Bool.random(using: &random) ? draw(0, number) : nil)
      }
    }
    let timeline = builder.finish(eventCount: count)
    #expect(timeline.isComplete && timeline.entries.map(\.event) == Array(1...count))
    let kinds = timeline.lanes.map(\.kind)
    #expect(kinds == kinds.filter { $0 == "process" } + kinds.filter { $0 == "session" })
    for lane in timeline.lanes {
      let known = states["\(lane.kind == "process" ? 0 : 1) \(lane.subject)"] ?? [:]
      var state = ""
      for event in 1...count {
        state = known[event] ?? state
        let shown = lane.intervals.filter { ($0.firstEvent..<$0.endEvent).contains(event) }
        #expect(
          shown.map(\.state) == (state.isEmpty ? [] : [state]), "seed \(seed), event \(event)")
      }
      for interval in lane.intervals { #expect(interval.firstEvent < interval.endEvent) }
      for (left, right) in zip(lane.intervals, lane.intervals.dropFirst()) {
        #expect(left.endEvent <= right.firstEvent)
        #expect(left.endEvent < right.firstEvent || left.state != right.state)
      }
    }
    for entry in timeline.entries {
      #expect(
        entry.lanes.allSatisfy {
          timeline.lanes[$0].kind
            == (entry.processLane == nil && timeline.lanes[$0].kind == "process"
              ? "process" : "session")
        })
      if let lane = entry.processLane { #expect(timeline.lanes[lane].kind == "process") }
    }
  }

  @Test("lists events up to its limit, and says that there are more")
  func limit() {
    var builder = self.builder(limit: 2)
    let subject = concerned(1, 0, "x")
    builder.add(recorded(1), concerned: [subject], process: nil)
    #expect(builder.reserve(recorded(2)) == 1)
    var full = builder
    #expect(builder.finish(eventCount: 2).isComplete)
    #expect(full.reserve(recorded(3)) == nil)
    full.add(
      recorded(4), concerned: [concerned(1, 0, "y"), concerned(1, 1, "y")],
      process: concerned(0, 0, "x"))
    let timeline = full.finish(eventCount: 4)
    #expect(!timeline.isComplete && timeline.entries.count == 2)
    // States are followed only up to the last listed event.
    #expect(timeline.lanes[0].intervals == [.init(state: "x", firstEvent: 1, endEvent: 3)])
    #expect(timeline.lanes.count == 1)
    #expect(timeline.entries[0].time == 1 && timeline.entries[1].time == nil)
  }
}

@Suite("Notes about a recording") struct RecordingNotesTests {
  @Test("have one group per kind, with the first event and the count")
  func tallies() {
    var notes = RecordingNotes()
    #expect(notes.notes.isEmpty)
    notes.add(.eventsLost, event: 7, line: 8)
    notes.add(.timeGoesBackwards, event: 5, line: 6, count: 3)
    notes.add(.eventsLost, event: 9, line: 10)
    notes.add(.subjectMissing, event: 4, line: 4)
    notes.add(.subjectMissing, event: 2, line: 3, count: 2)
    #expect(
      notes.notes.map { "\($0.id) \($0.event ?? 0) \($0.line ?? 0) \($0.count)" } == [
        "time-goes-backwards 5 6 3", "subject-missing 2 3 3", "events-lost 7 8 2",
      ])
    #expect(
      notes.notes.map(\.message) == [
        "3 events earlier than the one before; the order in the file counts",
        "3 events without the identity that others have; they are not checked",
        "events were lost at 2 places",
      ])
  }
}
