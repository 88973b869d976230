internal import TraceJSON

/// How streams of events become recordings.
struct StreamSettings: Sendable {
  /// The members of an event that say which recording it is of.
  var key: [String] = []
  /// The seconds between two events of a recording that end it; nil for any.
  var closeAfter: Double?
  /// The file for recordings that are open at the end; nil where all end.
  var savedState: String?
  /// The file with recordings that go on; nil for none.
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
          "take streams apart: each value of MEMBER is a recording of its own",
          help: """
            For streams that have the events of many devices or launches in between each other. MEMBER is any member of an \
            event, else one of the header's metadata; several, each with an option of its own, are one key. Each recording is \
            a trace of the report, called PATH[MEMBER=VALUE]. It ends with an end marker, {"end": true} with its key, after a \
            pause (--close-after), or with the stream. Events without the key are told and not checked.
            """)
      ],
      member: .init(
        "key", "The members of an event that say which recording of a stream it is of")),
    Setting(
      \.stream.closeAfter, .duration,
      flags: [
        .init(
          "close-after", nil, "DURATION", in: .input, for: .splitting,
          "end a recording where its events pause for longer",
          help: """
            A number with its unit: 90s, 15m, 12h or 2d. What comes after the pause is another recording, with #2 after its \
            name. Only times that events of the recording itself have count.
            """)
      ],
      member: .init(
        "closeAfter", "The pause between two events after which another recording begins: 15m")),
    Setting(
      \.stream.savedState, .file,
      flags: [
        .init(
          "save-state", nil, "FILE", in: .input, for: ["check"],
          "keep recordings that are still open in FILE, and do not report them",
          help: """
            For a stream that is checked part by part, one PATH at a time: what is open at the end of a part goes on with the \
            next one, which is told the file by --resume. 'callorder merge' makes one report of those of the parts: the same \
            as that of one run over the whole stream. The file holds the events of open recordings.
            """)
      ]),
    Setting(
      \.stream.resumedState, .file,
      flags: [
        .init(
          "resume", nil, "FILE", in: .input, for: ["check"],
          "go on with the recordings that --save-state kept in FILE",
          help: """
            Grammar and options have to be the same. A file that was changed, or is not whole, is refused. FILE may be that of \
            --save-state, too.
            """)
      ]),
  ]
}

extension [String] {
  /// Subcommands that take streams apart.
  static let splitting = checkingOrComparing + ["worker"]
}

extension SettingKind where Value == String {
  /// The name of a member of an event that says which recording it is of.
  fileprivate static var keyMember: SettingKind {
    SettingKind { text throws(CommandError) in
      let others = ["callback", "lost", "end", "kind", "phase", "time", "duration"]
      if text.isEmpty || others.contains(text) {
        throw .usage("\"\(text)\" cannot be a key: it is no name of a recording")
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
