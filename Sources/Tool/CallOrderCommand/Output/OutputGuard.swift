internal import TraceGrammar
internal import TraceSystem

/// Refuses to write a file that the run reads, or one file twice; checked before any work is done.
///
/// Files are compared by what they are, not by their names: links, other spellings and other folders lead to the same one.
struct OutputGuard {
  /// A file of the run.
  struct File {
    /// What it is to the user, such as `the baseline`.
    var role: String
    /// The path as the user gave it.
    var path: String
  }

  /// Where a file is or will be.
  private enum Place: Hashable {
    case file(FileIdentity)
    /// A name in a folder, where there is no file yet.
    case name(FileIdentity, [UInt8])
    /// A path in a folder that does not exist either.
    case path(String)
  }

  private let invocation: Invocation

  /// Takes the surroundings of an invocation.
  init(for invocation: Invocation) { self.invocation = invocation }

  /// Throws if an output would replace one of the inputs or another output.
  /// - Parameters:
  ///   - outputs: the files to write.
  ///   - inputs: the files to read, beside the configuration and the grammar; looked at only where an output exists.
  ///   - readsStandardInput: whether standard input is read, too.
  func check(
    _ outputs: [File], against inputs: @autoclosure () -> [File], readsStandardInput: Bool
  ) throws(CommandError) {
    var taken: [Place: File] = [:]
    let standardOutput = invocation.environment.output.identity
    if let identity = standardOutput, !invocation.settings.output.isQuiet {
      taken[.file(identity)] = File(role: "standard output", path: "")
    }
    for output in outputs {
      guard let place = place(of: output.path) else { continue }
      if let other = taken[place] { throw refusal(output, other) }
      taken[place] = output
    }
    if !taken.keys.contains(where: { if case .file = $0 { true } else { false } }) { return }
    if readsStandardInput, let identity = invocation.environment.standardInputIdentity,
      let output = taken[.file(identity)]
    {
      throw refusal(output, File(role: "standard input", path: ""))
    }
    for input in inputs() + settings where input.path != "-" {
      let place = invocation.environment.place(of: input.path)
      guard let identity = try? fileIdentity(of: place) else { continue }
      if let output = taken[.file(identity)] { throw refusal(output, input) }
    }
  }

  private func refusal(_ output: File, _ other: File) -> CommandError {
    func words(_ file: File) -> String {
      file.path.isEmpty ? file.role : "\(file.role) \(file.path)"
    }
    return .usage("\(words(output)) would be written over \(words(other)): they are the same file")
  }

  /// What every run may read beside its inputs.
  private var settings: [File] {
    var files: [File] = []
    if let path = invocation.configuration.path {
      files.append(File(role: "the configuration", path: path))
    }
    if let path = invocation.settings.input.grammar, ShippedGrammar.named(path) == nil {
      files.append(File(role: "the grammar", path: path))
      // Standard input could be read only once.
      let source =
        path == "-" ? nil : try? GrammarSource(path: path, in: invocation.environment)
      files += (source?.extended ?? []).map { File(role: "the grammar", path: $0) }
    }
    return files
  }

  /// Where an output goes; nil if it is not a file, such as a terminal, or if that is unknown.
  private func place(of path: String) -> Place? {
    let place = invocation.environment.place(of: path)
    if let kind = try? fileKind(of: place) {
      return kind == .file ? (try? fileIdentity(of: place)).map { .file($0) } : nil
    }
    guard let target = try? resolvingLinks(place) else { return nil }
    if let folder = try? fileIdentity(of: Path.folder(of: target)) {
      return .name(folder, Array(Path.name(of: target).utf8))
    }
    return .path(Path.normalized(target))
  }
}

extension OutputSettings {
  /// The reports to write.
  var reportOutputs: [OutputGuard.File] {
    reports.map {
      .init(role: $0.isTyped ? "the report" : "the configuration's report", path: $0.path)
    }
  }
  /// The file of `--output`, if there is one.
  func output(as role: String) -> [OutputGuard.File] {
    path.map { [.init(role: role, path: $0)] } ?? []
  }
  /// The comparisons to write.
  var comparisonOutputs: [OutputGuard.File] {
    comparisons.map { .init(role: "the comparison", path: $0.path) }
  }
}
