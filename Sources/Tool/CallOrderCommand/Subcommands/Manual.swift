internal import TraceSystem
internal import TraceReporting

extension Subcommand {
  /// Prints the manual.
  static let man = Subcommand(
    name: "man",
    summary: "print the manual page or the option reference",
    discussion: [
      "The manual page is in the mdoc language of man; with --format markdown it is a reference of every option."
    ],
    examples: [
      "callorder man | man -l -": "Read the manual without installing it."
    ]
  ) { invocation throws(CommandError) in
    let isMarkdown = invocation.settings.output.manualFormat == .markdown
    return try invocation.deliver(isMarkdown ? OptionReference().text : ManualPage().text)
  }
}

extension Invocation {
  /// Writes text to the file of `--output`, or to standard output without that option.
  func deliver(_ text: String) throws(CommandError) -> ExitStatus {
    try deliver(Array(text.utf8))
  }

  /// Writes bytes to the file of `--output`, or to standard output without that option.
  func deliver(_ bytes: [UInt8]) throws(CommandError) -> ExitStatus {
    try deliver { _ = $0(bytes) }
  }

  /// Writes what is made piece by piece to the file of `--output`, or to standard output without that option.
  func deliver(
    _ pieces: (_ take: PieceTaker) throws(SystemError) -> Void
  ) throws(CommandError) -> ExitStatus {
    if let path = settings.output.path {
      try environment.write(
        to: path, makesFolders: settings.output.createsFolders, pieces: pieces)
    } else {
      do throws(SystemError) { try write(pieces) } catch { throw .failure(error) }
    }
    return .success
  }
}
