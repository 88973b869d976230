internal import TraceDiagnostics
internal import TraceSystem

extension Subcommand {
  /// Sets a project up.
  static let initialize = Subcommand(
    name: "init",
    summary: "write a configuration and the files that run callorder in CI",
    discussion: [
      """
      Writes .callorder.json for the traces it finds, and what the project's own CI needs: for GitHub a composite \
      action and a workflow, for GitLab a job, for pre-commit a hook. Which of them is told by what the project \
      already has, unless KIND says it. Files that exist are kept. None of them brings callorder itself: they use the one \
      that is installed, or build it from the Git repository that is named in them.
      """
    ],
    operands: [
      Operand(
        placeholder: "KIND", values: .choices(IntegrationKind.allCases.map(\.rawValue)),
        isOptional: true, isRepeatable: true, summary: "github, gitlab or pre-commit")
    ],
    examples: [
      Example(line: "callorder init", text: "Set up what the project seems to use."),
      Example(line: "callorder init gitlab pre-commit", text: "Set up these two."),
    ]
  ) { invocation throws(CommandError) in
    let environment = invocation.environment
    var kinds: [IntegrationKind] = []
    for word in invocation.operands {
      guard let kind = IntegrationKind(rawValue: word) else {
        throw .usage(
          wrongChoice("init", word, among: IntegrationKind.allCases.map(\.rawValue)),
          hint: "Try 'callorder init --help'.")
      }
      kinds.append(kind)
    }
    let traces = tracesFolder(in: environment)
    if kinds.isEmpty { kinds = detectedKinds(in: environment) }
    var files = [IntegrationFile(path: Configuration.fileName, text: starter(traces: traces))]
    for kind in kinds { files += kind.files(traces: traces) }
    for file in files { try write(file, for: invocation) }
    if !invocation.settings.output.isQuiet {
      for kind in kinds { environment.note("next: \(kind.nextStep)") }
    }
    return .success
  }
}

private func write(_ file: IntegrationFile, for invocation: Invocation) throws(CommandError) {
  let environment = invocation.environment
  if fileExists(environment.place(of: file.path)), !invocation.settings.baselines.replacesFiles {
    environment.note("kept \(file.path), which exists (--force replaces it)")
    if file.path.hasPrefix(".pre-commit"), !invocation.settings.output.isQuiet {
      // The file that tells that a project uses pre-commit is the one that the hook belongs into.
      let hook = file.text.split(separator: "\n").drop { !$0.hasPrefix("  - repo:") }
      environment.note("the hook, to be written below its 'repos:':")
      for line in hook { environment.note(String(line)) }
    }
    return
  }
  try environment.write(Array(file.text.utf8), to: file.path)
  if !invocation.settings.output.isQuiet { environment.note("wrote \(file.path)") }
}

/// The folder of traces: the first usual name that exists.
private func tracesFolder(in environment: CommandEnvironment) -> String {
  let usual = ["traces", "Traces", "recordings", "Tests/Traces", "Tests/traces", "fixtures/traces"]
  let found = usual.first { (try? fileKind(of: environment.place(of: $0))) == .folder }
  return found ?? "traces"
}

/// What the project uses already; GitHub when nothing tells.
private func detectedKinds(in environment: CommandEnvironment) -> [IntegrationKind] {
  func exists(_ path: String) -> Bool { fileExists(environment.place(of: path)) }
  var kinds: [IntegrationKind] = []
  let remotes = (try? environment.read(".git/config", limit: 1 << 20)) ?? []
  let isOnGitLab = String(decoding: remotes, as: UTF8.self).contains("gitlab")
  if exists(".gitlab-ci.yml") || isOnGitLab { kinds.append(.gitlab) }
  if exists(".github") || kinds.isEmpty { kinds.insert(.github, at: 0) }
  if exists(".pre-commit-config.yaml") { kinds.append(.preCommit) }
  return kinds
}

private func starter(traces: String) -> String {
  """
  {
    "traces": ["\(traces)"],
    "failOn": "error",
    "rules": {},
    "reports": [],
    "suppressions": []
  }

  """
}
