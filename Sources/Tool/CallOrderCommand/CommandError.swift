internal import TraceSystem

/// Why a command ends before it has done its work.
struct CommandError: Error, Equatable {
  /// The exit status it leads to.
  var status: ExitStatus
  /// What is wrong, in one sentence without a period.
  var message: String
  /// What to do instead; nil when the message says it.
  var hint: String?

  private init(_ status: ExitStatus, _ message: String, hint: String?) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// The user asked for something that does not exist or does not fit together.
  static func usage(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(.usage, message, hint: hint)
  }

  /// Something could not be read or written.
  static func failure(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(.failure, message, hint: hint)
  }

  /// The system refused something.
  static func failure(_ error: SystemError) -> CommandError {
    CommandError(.failure, error.description, hint: nil)
  }
}
