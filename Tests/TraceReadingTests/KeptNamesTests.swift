import Testing
import TraceModel
import TraceReading

@Suite("Names kept for the next batch") struct KeptNamesTests {
  private static func reader(_ sessions: [String], batchSize: Int = 4_096) -> TraceReader {
    let lines = sessions.map { "{\"callback\":\"willConnect\",\"session\":\"\($0)\"}\n" }
    return TraceReader(
      MemorySource(Array(lines.joined().utf8)), members: .uiScene, batchSize: batchSize)
  }

  private static func session(_ event: EventRecord, in batch: borrowing EventBatch) -> NameID {
    batch.value(EventMembers.uiScene.single.firstIndex(of: "session") ?? -1, of: event)
  }

  @Test("have the same numbers as before, until there are too many or they are too long")
  func numbers() throws {
    for filler in ["", String(repeating: "-", count: 2_000)] {
      // Every session comes again after a while, in another batch.
      let sessions = (0..<(filler.isEmpty ? 30_000 : 1_000)).map { "\($0 % 700 + $0 / 3)\(filler)" }
      var reader = Self.reader(sessions)
      var batch = EventBatch(byteCapacity: 4_096)
      var (known, count, kept, emptied) = ([NameID: String](), 0, 0, 0)
      while try reader.next(into: &batch) {
        if reader.keptNames { kept += 1 } else { (known, emptied) = ([:], emptied + 1) }
        for event in batch.events.all {
          let name = Self.session(event, in: batch)
          let text = batch.names.string(name)
          let isSame = text == sessions[count] && known[name, default: text] == text
          #expect(isSame, "event \(count)")
          known[name] = text
          count += 1
        }
        batch.checkInvariants()
        // Besides the sessions, the callback, and a session at the end whose event is read again.
        #expect(batch.names.count <= known.count + 2)
      }
      #expect(count == sessions.count && emptied > 1 && kept > emptied)
    }
  }

  @Test("are those of one trace only")
  func anotherTrace() throws {
    var batch = EventBatch(byteCapacity: 4_096)
    for sessions in [["a", "b"], ["c"]] {
      var reader = Self.reader(sessions)
      let hasEvents = try reader.next(into: &batch)
      let (kept, count) = (reader.keptNames, batch.names.count)
      #expect(hasEvents && !kept && count == sessions.count + 1)
    }
  }

  @Test("are not those of batches that others decoded in between")
  func resumed() throws {
    var reader = Self.reader((0..<200).map { "\($0)" }, batchSize: 1 << 10)
    var batch = EventBatch(byteCapacity: 1 << 10)
    var kept: [Bool] = []
    for number in 0..<4 {
      if number == 2, let parts = reader.makeFeeder() {
        reader.resume(after: parts.feeder, parts.ledger)
      }
      let hasEvents = try reader.next(into: &batch)
      #expect(hasEvents)
      kept.append(reader.keptNames)
    }
    #expect(kept == [false, true, false, true])
  }
}
