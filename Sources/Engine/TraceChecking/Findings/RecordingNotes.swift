internal import TraceFindings

/// Oddities of the recording itself: each kind once, with its first event and how often it occurred.
struct RecordingNotes {
  private struct Tally {
    var event: UInt32
    var line: UInt32
    var count = 1
    /// The name of the kind of subject that it is about; empty if that does not matter.
    var kind = ""
  }

  private var tallies: [Kind: Tally] = [:]

  enum Kind: String, CaseIterable {
    case timeGoesBackwards = "time-goes-backwards"
    case subjectMissing = "subject-missing"
    case eventsLost = "events-lost"
    case unclearCall = "unclear-call"
    case endWithoutBegin = "end-without-begin"
    case ownerMissing = "owner-missing"
    case endedMissing = "ended-missing"
    case otherKind = "other-kind"
    case repeatedEvent = "repeated-event"
    case nextRunAssumed = "next-run-assumed"
    /// A beginning that may be the present subject's own, recorded late, or that of the next one.
    case launchOpen = "launch-open"
    /// An alias that does not fit its subject, and may be another word for the subject's own.
    case otherAlias = "other-alias"
    case orderUncertain = "order-uncertain"

    /// - Parameter kind: the name of the kind of subject that it is about.
    func message(_ count: Int, _ kind: String) -> String {
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
      case .ownerMissing:
        "\(events) without the \(kind) that others name: each may be about any of them, so hardly anything about it is"
          + " checked; record the \(kind) with every event"
      case .endedMissing:
        count == 1
          ? "1 event ends a \(kind) without saying which one; it is not checked"
          : "\(events) end a \(kind) without saying which one; they are not checked"
      case .otherKind:
        "\(events) recorded as an action where the grammar has a callback, or the reverse; not checked"
      case .repeatedEvent:
        "\(events) with the time and content of an earlier one; each counts once"
      case .orderUncertain:
        "\(events) in another order than their times, which differ by milliseconds; nothing is concluded from either order"
      case .launchOpen:
        "\(events) of a launch that came after notifications: it may be their own launch or the next one, and nothing tells"
          + " processes apart, so what came before it is not held against what follows: record \"process\" with each event"
      case .otherAlias:
        "at \(count == 1 ? "1 place" : "\(count) places"), a \(kind) is another than the one of the last connection, or still"
          + " belongs to another connection; this is not judged, as a recorder may write one \(kind) in two ways"
      case .nextRunAssumed:
        "\(events) that cannot come so late in its process; nothing tells processes apart, so the next one is taken to"
          + " begin there: record \"process\" with each event"
      }
    }
  }

  /// - Parameter subject: the name of the kind of subject that it is about.
  mutating func add(
    _ kind: Kind, event: UInt32, line: UInt32, count: Int = 1, about subject: String = ""
  ) {
    if var tally = tallies[kind] {
      tally.count += count
      if event < tally.event { (tally.event, tally.line) = (event, line) }
      tallies[kind] = tally
    } else {
      tallies[kind] = Tally(event: event, line: line, count: count, kind: subject)
    }
  }

  var notes: [TraceReport.Note] {
    Kind.allCases.compactMap { kind in
      tallies[kind].map {
        TraceReport.Note(
          id: kind.rawValue, event: Int($0.event), line: Int($0.line), count: $0.count,
          message: kind.message($0.count, $0.kind))
      }
    }
  }
}
