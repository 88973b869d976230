internal import TraceFindings
internal import TraceJSON
internal import TraceModel
internal import TraceReporting

/// What is known about an id that a report prints and that is no rule: a note about a recording, or a cause.
struct NoteExplanation: Explanation {
  var id: String
  /// What it means.
  var meaning: String
  /// What to do about it.
  var action: String

  init(_ id: String, _ meaning: String, do action: String) {
    (self.id, self.meaning, self.action) = (id, meaning, action)
  }

  /// The explanation of an id; nil for one that no report prints.
  static func named(_ id: String) -> NoteExplanation? { all.first { $0.id == id } }

  func text(theme: TextTheme, width: Int) -> String {
    var page = theme.paint(id, .emphasis) + "\n" + wrapped(meaning, width: width) + "\n"
    page += theme.paint("What to do", .emphasis) + "\n" + wrapped(action, width: width, indent: 2)
    return page
  }

  var json: [UInt8] {
    let page: JSONValue = [
      "id": .string(id), "meaning": .string(meaning), "action": .string(action),
    ]
    return page.laidOut()
  }

  static let all: [NoteExplanation] = notes + causes

  private static let notes: [NoteExplanation] = [
    .init(
      "depends-on-recording",
      "Something would be a finding if the recording showed every callback. It never shows the one that is missing here,"
        + " so that one may have come unrecorded, and nothing is concluded.",
      do:
        "If your recorder does record that callback, add \"records\": \"all\" to the header of the trace, or pass --records"
        + " all; an action has to be named there. If scenes have different delegates, record \"role\" or \"delegate\" with each event."
    ),
    .init(
      "unknown-callback",
      "The grammar does not know these names, so the events were ignored. Methods that are not about the lifecycle, such"
        + " as viewDidLoad, are harmless.",
      do:
        "If the note proposes another name, write the callback like that. If it names a grammar that knows them, check with it."
    ),
    .init(
      "lines-not-read",
      "Some lines of the log look like lifecycle calls, but not clearly enough, so they were not read as calls.",
      do:
        "If they are calls, name them with \"messages\", or describe them with \"messagePatterns\", in the configuration."
    ),
    .init(
      "unclear-call",
      "A line of the log names a lifecycle method, but does not clearly report one call of it; or the end of a call was"
        + " recorded without its beginning. Whatever it may have changed is treated as unknown.",
      do:
        "Log the name of the method alone, or describe such lines with \"messagePatterns\" in the configuration. Record both"
        + " the beginning and the end from the first event on."
    ),
    .init(
      "lines-of-one-call", "A method logged several lines in a row. They count as one call.",
      do: "Nothing has to change. If each was a call of its own, log the same text for every call."),
    .init(
      "newest-first",
      "The newest lines of the log seem to come first. The calls would be read in reverse order, so nothing was checked.",
      do:
        "Read the log from its end, with --newest-first, or \"newestFirst\": true in the configuration."
    ),
    .init(
      "several-windows",
      "The header says that the app has one window, and calls about several sessions came. On iPad, such an app has Enable"
        + " Multiple Windows off. Scenes of CarPlay and of other displays do not count, if their role is recorded.",
      do:
        "Look for code that requests another scene, or leave \"windows\" out of the header if the app has several windows."
    ),
    .init(
      "no-scenes",
      "The recording is from watchOS, whose apps have no scenes. UIKit's order is not theirs, so nothing was checked.",
      do:
        "Nothing has to change in the app. For a check of its calls, it needs a grammar of its own."
    ),
    .init(
      "unknown-records", "\"records\" names callbacks that the grammar does not know.",
      do: "Write each with its selector, or use \"all\"."),
    .init(
      "time-goes-backwards",
      "An event has an earlier time than the one before it. Events are judged in the order of the file.",
      do: "Write events in the order of the calls, with the time at which the method began."),
    .init(
      "held-up",
      "Calls took or came later, or sooner, than a rule allows. But lldb made the recording, and it stops the app at each"
        + " call, so no rule on times counts.",
      do: "To judge times, record with CallOrderRecorder."),
    .init(
      "order-uncertain",
      "Events are in another order than their times, which differ by milliseconds, as if a logger had exchanged them."
        + " Nothing is concluded from either order.",
      do: "Write events in the order of the calls, with the time at which the method began."),
    .init(
      "repeated-event",
      "An event has the time and the content of an earlier one, as if a line had been delivered twice. It counts once.",
      do: "Nothing has to change. If there were two calls, record more exact times."),
    .init(
      "subject-missing",
      "Events do not say which session or process they are about, so they were ignored or assumed to be about the only one.",
      do:
        "Record session.persistentIdentifier, and the process id, with each event. If the app has one window, pass --one-window,"
        + " or write \"windows\": 1 into the configuration or the header."
    ),
    .init(
      "owner-missing",
      "Events name no process although others do. Each may be about any process, so hardly anything about it is checked.",
      do: "Record the process id with each event."),
    .init(
      "ended-missing",
      "An event ends a session, such as a discard, and does not say which one. It was not checked.",
      do:
        "Record which session ends; if several end with one call, record all of them in \"sessions\"."
    ),
    .init(
      "other-kind",
      "An event is recorded as an action of the app although it is a callback, or the reverse. It was not checked.",
      do: "Remove \"kind\": \"action\" from callbacks, and add it to what the app does itself."),
    .init(
      "subjects-not-told-apart",
      "Several sessions or processes seem to be in the recording, and nothing tells them apart.",
      do: "Record \"session\" and \"process\" with each event."),
    .init(
      "events-lost",
      "The recorder wrote that it lost events. What came after them is judged as if anything had happened there.",
      do: "Record less, or write more often."),
    .init(
      "own-call",
      "The recording names who made each call, and this one was made by the app or a library where the platform could have made"
        + " it as well. It is no step: nothing is concluded from it about what the platform did. Where the platform could not"
        + " have made it, it is a finding.",
      do:
        "If it is meant, nothing has to change. Otherwise move what the method does into one of its own, and call that."
    ),
    .init(
      "observed-differs", "Parts of one trace that were checked apart showed different callbacks.",
      do: "Pass --records with the same value to each of them."),
    .init(
      "not-lifecycle",
      "The file has other entries besides lifecycle callbacks, as far as they name any. They were ignored.",
      do:
        "If one of them says in other words that a callback came, name it with \"messages\" in the configuration, such as"
        + " {\"scene is active\": \"sceneDidBecomeActive\"}."),
    .init(
      "scenes-mixed-up", "The crash report does not say which scene an entry is about.",
      do: "Record with CallOrder to see each window by itself."),
    .init(
      "further-events", "The file has several reports; only the first was read.",
      do: "Save each in a file of its own."),
    .init(
      "redacted-messages", "The log has <private> in place of texts, perhaps also of identities.",
      do: "Mark the values as public when you log them, or install a logging profile."),
    .init(
      "other-programs", "The log has messages of several programs; only one was read.",
      do: "Filter the log by the process of your app."),
    .init(
      "long-message", "Messages that are too long were ignored.",
      do: "Log the callback in a message of its own."),
    .init(
      "cut-off",
      "The file ends in the middle of an event, as if the recorder had been stopped. Everything before was checked.",
      do: "Nothing has to change; the last event is not judged."),
    .init(
      "events-ignored",
      "A check inside an app got more events than it takes; the later ones were not checked.",
      do: "Record into a file, and check that."),
    .init(
      "unreadable-input", "A file could not be read or is no trace, so nothing in it was checked.",
      do: "The message says where reading ended and why."),
  ]

  private static let causes: [NoteExplanation] = CauseID.allCases.map {
    .init(
      $0.rawValue, $0.summary,
      do:
        "Find \"\($0.rawValue)\" as \"id\" of a cause in JSON reports, to count or route findings by what caused them."
    )
  }
}
