/// A setting, described once: parsing, reading the configuration, its schema, help, manual, completions and reference
/// derive from it.
struct Setting: Sendable {
  /// How it is typed: empty where only the configuration has it, several where subcommands word it in their own way.
  var flags: [Flag] = []
  /// How the configuration writes it; nil where only options have it.
  var member: ConfigurationMember?

  /// Every setting. Below its heading, an option is listed in this order, and so is a member of the configuration.
  static let all: [Setting] =
    InputSettings.table + JudgingSettings.table + BaselineSettings.table
    + OutputSettings.table + GeneralSettings.table

  /// A setting that only the configuration has, in a form of its own.
  init(member: ConfigurationMember) { self.member = member }

  /// A setting that always has a value.
  init<Value>(
    _ path: any WritableKeyPath<Settings, Value> & Sendable, _ kind: SettingKind<Value>,
    _ flags: Flag.Wording..., member: ConfigurationMember.Wording? = nil
  ) {
    self.init(path, kind, flags: flags, member: member)
  }

  /// A setting that may have no value.
  init<Value>(
    _ path: any WritableKeyPath<Settings, Value?> & Sendable, _ kind: SettingKind<Value>,
    _ flags: Flag.Wording..., member: ConfigurationMember.Wording? = nil
  ) {
    self.init(path, kind.optional, flags: flags, member: member)
  }

  private init<Value>(
    _ path: any WritableKeyPath<Settings, Value> & Sendable, _ kind: SettingKind<Value>,
    flags: [Flag.Wording], member: ConfigurationMember.Wording?
  ) {
    self.flags = flags.map { wording in
      Flag(wording: wording, values: kind.values) { text throws(CommandError) in
        let value = try kind.parse(text)
        return { settings in kind.add(value, &settings[keyPath: path]) }
      }
    }
    self.member = member.map { wording in
      ConfigurationMember(wording: wording, schema: kind.schema) { value throws(CommandError) in
        let value = try kind.read(value)
        return { settings in settings[keyPath: path] = value }
      } show: { settings in
        kind.show(settings[keyPath: path])
      }
    }
  }
}
