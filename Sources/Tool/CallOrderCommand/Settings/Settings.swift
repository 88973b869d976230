/// Everything that options and the configuration decide, with the defaults where neither says anything.
struct Settings: Sendable {
  /// A change of one setting.
  typealias Assignment = @Sendable (inout Settings) -> Void

  var input = InputSettings()
  var judging = JudgingSettings()
  var baselines = BaselineSettings()
  var output = OutputSettings()
  var general = GeneralSettings()

  /// The defaults.
  init() {}

  /// The settings in force: an option wins over the configuration, and that over the default.
  ///
  /// This is the only place that knows the precedence. Options that may be repeated add to what the configuration lists.
  init(configuration: Configuration, options: [Assignment]) {
    for assign in configuration.assignments + options { assign(&self) }
  }
}
