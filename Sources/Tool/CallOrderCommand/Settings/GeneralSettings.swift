internal import TraceJSON

/// What is not about traces: the configuration itself, color, help.
struct GeneralSettings: Sendable {
  /// How much help is printed.
  enum Help: Sendable { case short, long }

  /// Findings that are reported but do not count.
  var suppressions: [SuppressionRule] = []
  /// The configuration to use; nil for the nearest one.
  var configuration: String?
  /// Whether no configuration is used.
  var ignoresConfiguration = false
  /// When output is colored.
  var color = ColorChoice.auto
  /// The help to print instead of doing the work; nil for none.
  var help: Help?
  /// Whether the version is printed instead of doing the work.
  var showsVersion = false

  static let table = [
    Setting(member: suppressions),
    Setting(
      \.general.configuration, .file,
      .init(
        "config", nil, "FILE", isRepeatedInCommands: true, in: .configuration, for: .configured,
        "use this configuration instead of the nearest \(Configuration.fileName)",
        help: """
          Without it, \(Configuration.fileName) is looked for in the current folder and those above it, up to the first \
          that holds a .git. Options win over the file.
          """)),
    Setting(
      \.general.ignoresConfiguration, .toggle,
      .init(
        "no-config", isRepeatedInCommands: true, in: .configuration, for: .configured,
        "use no configuration file")),
    Setting(
      \.general.color, .word,
      .init(
        "color", nil, "WHEN", in: .general, for: nil,
        "use color: auto, always or never (default: auto)",
        help: """
          With 'auto', color is used on terminals only. The variables NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR are \
          respected, and a terminal that says TERM=dumb gets none.
          """)),
    // The parser makes `-h` mean the short help.
    Setting(
      \.general.help, SettingKind { _ throws(CommandError) in .long },
      .init("help", "h", in: .general, for: nil, "print help; --help prints more than -h")),
    Setting(
      \.general.showsVersion, .toggle,
      .init("version", "V", in: .general, for: nil, "print the version")),
  ]

  private static let suppressions = ConfigurationMember(
    wording: .init("suppressions", "Findings that are reported but do not count"),
    schema: .listSchema(
      of: .objectSchema(
        ["rule": .textSchema, "path": .textSchema, "reason": .textSchema, "expires": .daySchema],
        required: ["reason"]))
  ) { value throws(CommandError) in
    let rules = try value.map { value throws(CommandError) in try SuppressionRule(value) }
    return { settings in settings.general.suppressions = rules }
  } show: { settings in
    settings.general.suppressions.map { rule in
      var text = rule.rule ?? "every rule"
      if let path = rule.path { text += " in \(path.text)" }
      text += ": \(rule.reason)"
      if let expiry = rule.expiry { text += " (until \(expiry))" }
      return text
    }
  }
}
