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

  /// The explanation of an id; nil for one that no report prints.
  static func named(_ id: String) -> NoteExplanation? { all.first { $0.id == id } }

  func text(theme: TextTheme, width: Int) -> String {
    var page = theme.paint(id, .emphasis) + "\n" + wrapped(meaning, width: width) + "\n"
    page += theme.paint("What to do", .emphasis) + "\n" + wrapped(action, width: width, indent: 2)
    return page
  }

  var markdown: String { "# `\(id)`\n\n\(meaning)\n\n## What to do\n\n\(action)\n" }

  var json: [UInt8] {
    let page: JSONValue = [
      "id": .string(id), "meaning": .string(meaning), "action": .string(action),
    ]
    return page.laidOut()
  }

  static let all: [NoteExplanation] = notes + causes

  private static let notes: [NoteExplanation] = [
    .init(
      id: "depends-on-recording",
      meaning:
        "Something would be a violation if the recording showed every callback. It never shows the one that is missing here,"
        + " so that one may have come unrecorded, and nothing is concluded.",
      action:
        "If your recorder does record that callback, add \"records\": \"all\" to the header of the trace, or pass --records"
        + " all. If scenes have different delegates, record \"role\" or \"delegate\" with each event."
    ),
    .init(
      id: "unknown-callback",
      meaning:
        "The grammar does not know these names, so the events were ignored. Methods that are not about the lifecycle, such"
        + " as viewDidLoad, are harmless.",
      action: "If the note proposes another name, write the callback like that."),
    .init(
      id: "unknown-callback-in-message",
      meaning:
        "Messages of a log look like calls that the grammar does not know. They were ignored.",
      action: "If one is a lifecycle callback, name it with its selector."),
    .init(
      id: "lines-not-read",
      meaning:
        "Some lines of the log look like lifecycle calls, but not clearly enough, so they were not read as calls.",
      action:
        "If they are calls, name them with \"messages\", or describe them with \"messagePatterns\", in the configuration."
    ),
    .init(
      id: "unclear-call",
      meaning:
        "A line of the log names a lifecycle method, but does not clearly report one call of it. Whatever it may have changed"
        + " is treated as unknown.",
      action:
        "Log the name of the method alone, or describe such lines with \"messagePatterns\" in the configuration."
    ),
    .init(
      id: "lines-of-one-call",
      meaning: "A method logged several lines in a row. They count as one call.",
      action:
        "Nothing has to change. If each was a call of its own, log the same text for every call."),
    .init(
      id: "newest-first",
      meaning:
        "The newest lines of the log seem to come first. The calls would be read in reverse order, so nothing was checked.",
      action:
        "Read the log from its end, with --newest-first, or \"newestFirst\": true in the configuration."
    ),
    .init(
      id: "unknown-records",
      meaning: "\"records\" names callbacks that the grammar does not know.",
      action: "Write each with its selector, or use \"all\"."),
    .init(
      id: "time-goes-backwards",
      meaning:
        "An event has an earlier time than the one before it. Events are judged in the order of the file.",
      action: "Write events in the order of the calls, with the time at which the method began."),
    .init(
      id: "order-uncertain",
      meaning:
        "Events are in another order than their times, which differ by milliseconds, as if a logger had exchanged them."
        + " Nothing is concluded from either order.",
      action: "Write events in the order of the calls, with the time at which the method began."),
    .init(
      id: "repeated-event",
      meaning:
        "An event has the time and the content of an earlier one, as if a line had been delivered twice. It counts once.",
      action: "Nothing has to change. If there were two calls, record more exact times."),
    .init(
      id: "subject-missing",
      meaning:
        "Events do not say which session or process they are about, so they were ignored or assumed to be about the only one.",
      action: "Record session.persistentIdentifier, and the process id, with each event."),
    .init(
      id: "owner-missing",
      meaning:
        "Events name no process although others do. Each may be about any process, so hardly anything about it is checked.",
      action: "Record the process id with each event."),
    .init(
      id: "ended-missing",
      meaning:
        "An event ends a session, such as a discard, and does not say which one. It was not checked.",
      action:
        "Record which session ends; if several end with one call, record all of them in \"sessions\"."
    ),
    .init(
      id: "next-run-assumed",
      meaning:
        "An event cannot come so late in a process, and nothing tells processes apart. So the next run of the app is taken"
        + " to begin there.",
      action: "Record the process id with each event."),
    .init(
      id: "launch-open",
      meaning:
        "A launch is recorded after notifications about scenes, and nothing tells processes apart. It may be late in its own"
        + " run, or begin the next one; both are possible for the scenes that came before.",
      action: "Record the process id with each event."),
    .init(
      id: "other-alias",
      meaning:
        "A session's calls name a scene that never connected, or a session connects with the scene of another one that is"
        + " still connected. Either the recorder writes one scene in two ways, or the session or the scene is wrong.",
      action:
        "Record ObjectIdentifier of the scene that is passed to the method, and scene.session.persistentIdentifier."
    ),
    .init(
      id: "other-kind",
      meaning:
        "An event is recorded as an action of the app although it is a callback, or the reverse. It was not checked.",
      action:
        "Remove \"kind\": \"action\" from callbacks, and add it to what the app does itself."),
    .init(
      id: "subjects-not-told-apart",
      meaning:
        "Several sessions or processes seem to be in the recording, and nothing tells them apart.",
      action: "Record \"session\" and \"process\" with each event."),
    .init(
      id: "events-lost",
      meaning:
        "The recorder wrote that it lost events. What came after them is judged as if anything had happened there.",
      action: "Record less, or write more often."),
    .init(
      id: "end-without-begin",
      meaning: "The end of a call was recorded without its beginning.",
      action: "Record both from the first event on."),
    .init(
      id: "limit-reached",
      meaning:
        "The recording has more of something than is kept in memory, so not everything could be judged.",
      action: "See the guide Limits; split the recording by process."),
    .init(
      id: "judged-so-far",
      meaning:
        "The input cannot be read twice, so each event was judged by the callbacks that had occurred by then.",
      action: "Check a file, or state in \"records\" what is recorded."),
    .init(
      id: "observed-differs",
      meaning: "Parts of one trace that were checked apart showed different callbacks.",
      action: "Pass --records with the same value to each of them."),
    .init(
      id: "not-lifecycle",
      meaning: "The file has other entries besides lifecycle callbacks. They were ignored.",
      action: "Nothing has to change."),
    .init(
      id: "scenes-mixed-up",
      meaning: "The crash report does not say which scene an entry is about.",
      action: "Record with CallOrder to see each window by itself."),
    .init(
      id: "further-events",
      meaning: "The file has several reports; only the first was read.",
      action: "Save each in a file of its own."),
    .init(
      id: "redacted-messages",
      meaning: "The log has <private> in place of texts, perhaps also of identities.",
      action: "Mark the values as public when you log them, or install a logging profile."),
    .init(
      id: "other-programs",
      meaning: "The log has messages of several programs; only one was read.",
      action: "Filter the log by the process of your app."),
    .init(
      id: "long-message",
      meaning: "Messages that are too long were ignored.",
      action: "Log the callback in a message of its own."),
    .init(
      id: "cut-off",
      meaning:
        "The file ends in the middle of an event, as if the recorder had been stopped. Everything before was checked.",
      action: "Nothing has to change; the last event is not judged."),
    .init(
      id: "unreadable-input",
      meaning: "A file could not be read or is no trace, so nothing in it was checked.",
      action: "The message says where reading ended and why."),
  ]

  private static let causes: [NoteExplanation] = CauseID.allCases.map {
    .init(
      id: $0.rawValue, meaning: $0.summary,
      action:
        "Find \"\($0.rawValue)\" as \"id\" of a cause in JSON reports, to count or route findings by what caused them."
    )
  }
}
