internal import TraceFindings

/// Oddities of the recording itself: each kind once, with its first event and how often it occurred.
struct RecordingNotes {
  private struct Tally {
    var event: UInt32
    var line: UInt32
    var count = 1
  }

  private var tallies: [Kind: Tally] = [:]

  enum Kind: String, CaseIterable {
    case timeGoesBackwards = "time-goes-backwards"
    case subjectMissing = "subject-missing"
    case eventsLost = "events-lost"
    case unclearCall = "unclear-call"
    case endWithoutBegin = "end-without-begin"
    case repeatedEvent = "repeated-event"
    case nextRunAssumed = "next-run-assumed"
    case orderUncertain = "order-uncertain"

    func message(_ count: Int) -> String {
      let events = count == 1 ? "1 event" : "\(count) events"
      return switch self {
      case .timeGoesBackwards: "\(events) earlier than the one before; the order in the file counts"
      case .subjectMissing: "\(events) without the identity that others have; they are not checked"
      case .eventsLost:
        count == 1 ? "events were lost at 1 place" : "events were lost at \(count) places"
      case .unclearCall:
        "\(count == 1 ? "1 line" : "\(count) lines") may report a call; whatever it may have changed is treated as unknown"
      case .endWithoutBegin:
        "\(count == 1 ? "1 end of a call" : "\(count) ends of calls") whose beginning is not recorded;"
          + " each counts as a call if that is legal there; otherwise what it changed is treated as unknown"
      case .repeatedEvent:
        "\(events) with the time and content of an earlier one; each counts once"
      case .orderUncertain:
        "\(events) in another order than their times, which differ by milliseconds; nothing is concluded from either order"
      case .nextRunAssumed:
        "\(events) that cannot come so late in its process; nothing tells processes apart, so the next one is taken to"
          + " begin there: record \"process\" with each event"
      }
    }
  }

  mutating func add(_ kind: Kind, event: UInt32, line: UInt32, count: Int = 1) {
    if var tally = tallies[kind] {
      tally.count += count
      if event < tally.event { (tally.event, tally.line) = (event, line) }
      tallies[kind] = tally
    } else {
      tallies[kind] = Tally(event: event, line: line, count: count)
    }
  }

  var notes: [TraceReport.Note] {
    Kind.allCases.compactMap { kind in
      tallies[kind].map {
        TraceReport.Note(
          id: kind.rawValue, event: Int($0.event), line: Int($0.line), count: $0.count,
          message: kind.message($0.count))
      }
    }
  }
}
