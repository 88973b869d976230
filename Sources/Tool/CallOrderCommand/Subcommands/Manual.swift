extension Subcommand {
  /// Prints the manual.
  static let man = Subcommand(
    name: "man",
    summary: "print the manual page, in the language of man",
    examples: [
      "callorder man | man -l -": "Read the manual without installing it."
    ]
  ) { invocation throws(CommandError) in
    try invocation.deliver(ManualPage().text)
  }
}

extension Invocation {
  /// Writes text to the file of `--output`, or to standard output without that option.
  func deliver(_ text: String) throws(CommandError) -> ExitStatus {
    try deliver(Array(text.utf8))
  }

  /// Writes bytes to the file of `--output`, or to standard output without that option.
  func deliver(_ bytes: [UInt8]) throws(CommandError) -> ExitStatus {
    if let path = settings.output.path, path != "-" {
      try environment.write(bytes, to: path)
    } else {
      write(bytes)
    }
    return .success
  }
}
