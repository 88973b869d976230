/// What was typed, checked word by word and nothing more; no file has been looked at.
struct Arguments: Sendable {
  /// The name of the subcommand or of a group; nil when none was typed.
  var command: String?
  /// The words that are neither options nor the subcommand.
  var operands: [String] = []
  /// What the options change, in the order they were typed.
  var options: [Settings.Assignment] = []
  /// The words of those that decide what is wrong, so that a report can repeat them.
  var judging: [String] = []

  /// The settings that the options alone lead to.
  var settings: Settings { Settings(configuration: Configuration(), options: options) }
}
