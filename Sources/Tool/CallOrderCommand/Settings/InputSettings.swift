internal import TraceJSON
internal import CallOrderCore
internal import CallOrderKit
internal import TraceGrammar
internal import TraceModel
internal import TraceReading

/// What is read.
struct InputSettings: Sendable {
  /// The traces to check when none are named.
  var traces: [String] = []
  /// The grammar to judge by; nil for the built-in one.
  var grammar: String?
  /// The framework whose known behavior is excused; nil for none.
  var profile: String?
  /// The OS version for traces that name none; nil if it is not known.
  var platform: PlatformVersion?
  /// The SDK that the app was built with, for traces that name none; nil if it is not known.
  var sdk: PlatformVersion?
  /// What recorders show, where a trace does not say it itself.
  var records = Records.trace
  /// How the messages of logs name callbacks and scenes, in the order they are tried.
  var messagePatterns: [MessagePattern] = []
  /// Words of log messages, with the callbacks that they stand for, in the order they are tried.
  var messageWords: [MessageWords] = []
  /// Whether the newest lines of logs come first.
  var readsFromEnd = false
  /// How many windows the app has; nil if that is not known.
  var windows: Int?
  /// The number of threads; nil for one for each processor.
  var jobs: Int?
  /// What the trace from standard input is called in reports.
  var standardInputName = "-"

  static let table = [
    Setting(
      \.input.traces, .list(of: .file),
      member: .init("traces", "The files and folders to check when the command names none")),
    Setting(
      \.input.grammar, .grammar,
      .init(
        "grammar", "g", "GRAMMAR", isRepeatedInCommands: true, in: .input, for: .usingGrammar,
        "use this grammar, a file or a name, instead of UIKit's",
        help: """
          A lifecycle grammar is a text that says which callbacks there are, in which order they may come \
          and what each mistake is called. 'callorder grammar list' lists the built-in ones, and 'callorder \
          grammar show' prints one to start from. For a file with the name of a built-in grammar, write \
          ./NAME.
          """),
      member: .init(
        "grammar",
        "The grammar to judge by instead of UIKit's: a file, or the name of a built-in one",
        absent: "UIScene, built in")),
    Setting(
      \.input.profile, .word(FrameworkProfile.all.map(\.name)),
      .init(
        "profile", nil, "NAME", isRepeatedInCommands: true, in: .input, for: .usingGrammar,
        "excuse what a framework is known to do",
        help: """
          The framework that the app is built with: capacitor, cordova, expo, flutter, react-native or titanium. \
          Its known behavior, such as passing scene callbacks on to the app delegate, is reported as a note; \
          where an event names its caller, only if that is the framework. The grammar has to extend UIScene.
          """),
      member: .init(
        "profile", "The framework that the app is built with, whose known behavior is no mistake")),
    Setting(
      \.input.platform, .platform,
      .init(
        "os", nil, "VERSION", isRepeatedInCommands: true, in: .input, for: .judging,
        "judge by this OS version if a trace names none",
        help: """
          A platform and a version, such as "iOS 26.0"; a version alone means iOS. Callbacks and quirks that the \
          version does not have are ignored.
          """),
      member: .init(
        "os", "The OS version to judge by if a trace names none, such as iOS 26.0",
        absent: "as recorded")),
    Setting(
      \.input.sdk, .platform,
      .init(
        "sdk", nil, "VERSION", isRepeatedInCommands: true, in: .input, for: .judging,
        "the SDK that the app was built with, if a trace names none",
        help: """
          A platform and a version, such as "iOS 27.0"; a version alone means iOS. An app that is built with the \
          iOS 27 SDK must adopt scenes; one that was built with an earlier SDK keeps working on iOS 27.
          """),
      member: .init(
        "sdk", "The SDK that the app was built with, such as iOS 27.0, if a trace names none",
        absent: "as recorded")),
    Setting(
      \.input.records, .records,
      .init(
        "records", nil, "CALLBACKS", isRepeatedInCommands: true, in: .input, for: .judging,
        "which callbacks recorders record: trace, run, all, or a list",
        help: """
          A callback that was not recorded may still have been called, so its absence is no finding. With \
          'trace', the default, a recorder records the callbacks that the trace lists ("records"), else \
          those that occur in it. 'run' adds those of all traces of the run, 'all' means all calls of UIKit; or \
          list the callbacks, separated by commas. Actions of the app count if they occur or are listed, \
          as in 'all,saveState'. A trace that lists its own is judged by its own list.
          """),
      member: .init(
        "records",
        "Which callbacks recorders record: \"all\" (calls), \"trace\", \"run\", or a list of callbacks, which may have \"all\""
      )),
    Setting(
      \.input.messagePatterns, .list(of: .messagePattern),
      member: .init(
        "messagePatterns",
        "How the messages of a log name callbacks and scenes, such as \"{callback} scene={scene}\"")
    ),
    Setting(
      \.input.messageWords, .messageWords,
      member: .init(
        "messages",
        "Words of log messages and the callbacks they stand for, such as {\"scene became active\": \"sceneDidBecomeActive\"}"
      )
    ),
    Setting(
      \.input.readsFromEnd, .toggle,
      .init(
        "newest-first", isRepeatedInCommands: true, in: .input, for: .judging,
        "read logs from the end, because their newest lines come first",
        help: "Only for logs as text, and only for those of up to 8 MiB."),
      member: .init("newestFirst", "Whether the newest lines of logs come first")),
    Setting(
      \.input.windows, .windows,
      .init(
        "one-window", isRepeatedInCommands: true, in: .input, for: .judging,
        "the app has one window, so calls without an identity are about it",
        help: """
          A recording that does not say which session or scene a call is about is read as that of one window. Where \
          this is impossible, there may be two windows, or the app may be wrong, so nothing is reported; with this \
          option it is the app. The header of a trace may say the same: "windows": 1.
          """),
      member: .init(
        "windows", "How many windows the app has; with 1, calls without an identity are about it",
        absent: "not known")),
    Setting(
      \.input.jobs, .integer(1...1_024),
      .init(
        "jobs", "j", "N", in: .input, for: .checkingOrComparing,
        "work with N threads (default: one for each processor)",
        help: "The result is the same for any number.")),
    Setting(
      \.input.standardInputName, .text,
      .init(
        "stdin-name", nil, "NAME", in: .input, for: .checking + ["watch"],
        "call the trace from standard input NAME in reports",
        help: "Without it, a trace read from '-' is called '-'.")),
  ]
}

extension SettingKind where Value == String {
  /// A file, or the name of a shipped grammar; in the configuration a file starts from the configuration's folder.
  fileprivate static var grammar: SettingKind {
    SettingKind(.file) { text throws(CommandError) in
      text
    } read: { value throws(CommandError) in
      let text = try value.text()
      if let shipped = ShippedGrammar.named(text) { return shipped.name }
      return try value.path()
    }
  }
}

extension SettingKind where Value == Records {
  /// A word, or the spellings of callbacks: with commas between them as an option, a list in the configuration.
  fileprivate static var records: SettingKind {
    let words = ["all", "trace", "run"]
    @Sendable func choice(_ text: String) -> Value {
      switch text {
      case "all": .all
      case "trace": .trace
      case "run": .run
      default: .callbacks(text.splitAtOuterCommas())
      }
    }
    return SettingKind(
      schema: ["anyOf": [.wordsSchema(words), .listSchema(of: .textSchema)]]
    ) { text throws(CommandError) in
      choice(text)
    } read: { value throws(CommandError) in
      if value.isList {
        return .callbacks(try value.map { value throws(CommandError) in try value.text() })
      }
      return choice(try value.word(among: words))
    } show: { choice in
      switch choice {
      case .all: ["all"]
      case .trace: ["trace"]
      case .run: ["run"]
      case .callbacks(let spellings): spellings
      }
    }
  }
}

extension String {
  /// The parts between commas outside of parentheses, without spaces.
  fileprivate func splitAtOuterCommas() -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else if character != " " {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.isEmpty }
  }
}

extension SettingKind where Value == PlatformVersion {
  /// A platform and its version, such as `iOS 26.0`, `visionOS-2` or `17.4`; a version alone is one of iOS.
  fileprivate static var platform: SettingKind {
    SettingKind { text throws(CommandError) in
      let words = text.split(whereSeparator: { " -".contains($0) })
      let named = (words.count == 1 ? ["iOS"] : []) + words
      if let version = PlatformVersion(named.joined(separator: " ")) { return version }
      throw .usage("'\(text)' is not a version such as \"iOS 26.0\"")
    } show: { version in
      ["\(version.platform) \(version.numbers.map(String.init).joined(separator: "."))"]
    }
  }
}

extension SettingKind where Value == Int? {
  /// A number of windows; the option says one.
  fileprivate static var windows: SettingKind {
    let number = SettingKind<Int>.integer(1...1_000)
    return SettingKind(
      schema: number.schema, parse: { _ throws(CommandError) in 1 },
      read: { value throws(CommandError) in try number.read(value) },
      show: { $0.map { ["\($0)"] } ?? [] })
  }
}

extension SettingKind where Value == [MessageWords] {
  /// An object with the words as its members and the callbacks as their values.
  fileprivate static var messageWords: SettingKind {
    SettingKind(
      schema: ["type": "object", "additionalProperties": .textSchema]
    ) { text throws(CommandError) in
      throw .usage("'\(text)' cannot be typed")
    } read: { value throws(CommandError) in
      var pairs: Value = []
      for (words, callback) in try value.members() {
        pairs.append(MessageWords(words, callback: try callback.text()))
      }
      return pairs
    } show: { words in
      words.map { "\($0.words) = \($0.callback)" }
    }
  }
}

extension SettingKind where Value == MessagePattern {
  /// A log message with names in braces in place of callbacks and scenes.
  fileprivate static var messagePattern: SettingKind {
    SettingKind { text throws(CommandError) in
      do throws(MessagePatternError) {
        return try MessagePattern(text, members: nil)
      } catch {
        throw .usage("\"\(text)\", column \(error.column): \(error.message)")
      }
    } show: { pattern in
      [pattern.text]
    }
  }
}
