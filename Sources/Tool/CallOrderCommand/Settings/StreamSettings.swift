internal import TraceJSON

/// How streams of events become recordings.
struct StreamSettings: Sendable {
  /// The members of an event that say which recording it belongs to.
  var key: [String] = []
  /// The seconds between two events of a recording that end it; nil for any.
  var closeAfter: Double?
  /// The file for recordings that are open at the end; nil if all of them end.
  var savedState: String?
  /// The file with recordings to continue; nil for none.
  var resumedState: String?

  /// How many members a key may have.
  static let keyLimit = 16

  /// Whether what is read is a part of a stream.
  var isPart: Bool { savedState != nil || resumedState != nil }

  /// The files to write.
  var outputs: [OutputGuard.File] {
    savedState.map { [.init(role: "the saved state", path: $0)] } ?? []
  }

  static let table = [
    Setting(
      \.stream.key, .list(of: .keyMember),
      flags: [
        .init(
          "key", nil, "MEMBER", isRepeatable: true, in: .input, for: .splitting,
          "split a stream: each value of MEMBER is a recording of its own",
          help: """
            For streams in which the events of many devices or launches are mixed. MEMBER is a member of the \
            events, or of the header's metadata; give the option several times to combine members into one \
            key. Each recording is a trace of the report, named PATH[MEMBER=VALUE]. It ends with an end \
            marker, {"end": true} with its key, after a pause (--close-after), or with the stream. Events \
            without the key are reported and not checked.
            """)
      ],
      member: .init(
        "key", "The members of an event that say which recording of a stream it belongs to")),
    Setting(
      \.stream.closeAfter, .duration,
      flags: [
        .init(
          "close-after", nil, "DURATION", in: .input, for: .splitting,
          "end a recording after a longer pause between its events",
          help: """
            A number with a unit: 90s, 15m, 12h or 2d. Events after the pause are another recording, named \
            with #2 at the end. Only the times of the recording's own events count.
            """)
      ],
      member: .init(
        "closeAfter",
        "The pause between two events after which another recording begins, such as 15m")),
    Setting(
      \.stream.savedState, .file,
      flags: [
        .init(
          "save-state", nil, "FILE", in: .input, for: ["check"],
          "keep recordings that are still open in FILE, and do not report them",
          help: """
            For a stream that is checked in parts, one PATH at a time: recordings that are open at the end of \
            a part continue in the next one, with --resume. 'callorder merge' merges the reports of the parts \
            into the one that a single run would have written. The file holds the compressed events of the \
            open recordings.
            """)
      ]),
    Setting(
      \.stream.resumedState, .file,
      flags: [
        .init(
          "resume", nil, "FILE", in: .input, for: ["check"],
          "continue the recordings that --save-state kept in FILE",
          help: """
            The grammar and the options must be the same. A file that was changed or is incomplete is refused. \
            FILE may be the one of --save-state.
            """)
      ]),
  ]
}

extension [String] {
  /// Subcommands that split streams.
  static let splitting = checkingOrComparing + ["worker"]
}

extension SettingKind where Value == String {
  /// The name of a member of an event that says which recording it belongs to.
  fileprivate static var keyMember: SettingKind {
    SettingKind { text throws(CommandError) in
      let others = ["callback", "lost", "end", "kind", "phase", "time", "duration"]
      if text.isEmpty || others.contains(text) {
        throw .usage("\"\(text)\" cannot be a key: it does not identify a recording")
      }
      return text
    }
  }
}

extension SettingKind where Value == Double {
  /// Seconds, as a number with its unit.
  fileprivate static var duration: SettingKind {
    SettingKind(schema: ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$"]) {
      text throws(CommandError) in
      let units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400)]
      for (unit, seconds) in units where text.hasSuffix(unit) {
        let digits = text.dropLast(unit.count)
        guard digits.first?.isNumber ?? false, let number = Double(digits), number.isFinite else {
          continue
        }
        return number * seconds
      }
      throw .usage("'\(text)' is not a duration, such as 90s, 15m, 12h or 2d")
    } show: { seconds in
      ["\(seconds) s"]
    }
  }
}
