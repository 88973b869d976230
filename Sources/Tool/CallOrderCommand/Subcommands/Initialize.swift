internal import TraceFindings
internal import TraceModel
internal import TraceReporting
internal import TraceSystem

extension Subcommand {
  /// Sets a project up.
  static let initialize = Subcommand(
    name: "init",
    summary: "write a configuration and the files that run callorder in CI",
    discussion: [
      """
      Writes a configuration, .callorder.json, for the traces it finds (or a folder for them), its schema for \
      editors, and the files for the project's CI: for GitHub a composite action and a workflow, for GitLab a \
      job, for Xcode and Xcode Cloud scripts, for pre-commit a hook. Without KIND, the files in the project decide which of them are \
      written. 'init recorder' writes only CallOrder.swift, one file that records what UIKit calls, for apps \
      that use no package; 'init lldb' writes only callorder_lldb.py, with which lldb records an app that nobody \
      changed. Existing files are kept. The CI files do not contain callorder: they use the one \
      that is installed, or build it from the Git repository that they name.
      """
    ],
    operands: [
      Operand(
        placeholder: "KIND", values: .choices(IntegrationKind.allCases.map(\.rawValue)),
        isOptional: true, isRepeatable: true,
        summary: "one of \(listed(IntegrationKind.allCases.map(\.rawValue), "or"))")
    ],
    examples: [
      "callorder init": "Set up what the project seems to use.",
      "callorder init gitlab pre-commit": "Set up these two.",
      "callorder init xcode": "Write the scripts that Xcode and Xcode Cloud run.",
      "callorder init recorder": "Write the recorder for an app.",
      "callorder init lldb": "Write the recorder for lldb.",
    ]
  ) { invocation throws(CommandError) in
    let environment = invocation.environment
    var kinds: [IntegrationKind] = []
    for word in invocation.operands {
      guard let kind = IntegrationKind(rawValue: word) else {
        throw .usage(
          wrongChoice("the kind", word, among: IntegrationKind.allCases.map(\.rawValue)),
          hint:
            "Any other service runs ci_scripts/install-callorder.sh, which 'callorder init xcode' writes, and then"
            + " 'callorder check'.")
      }
      kinds.append(kind)
    }
    let found = tracesFolder(in: environment)
    let traces = found ?? "traces"
    var isGuess = false
    if kinds.isEmpty {
      kinds = detectedKinds(in: environment)
      isGuess = kinds.allSatisfy { $0 == .preCommit }
      if isGuess { kinds.insert(.github, at: 0) }
    }
    let configuration = IntegrationFile(
      path: Configuration.fileName, text: starter(traces: traces))
    var files = kinds.allSatisfy(\.isForApp) ? [] : [configuration]
    if !files.isEmpty, willWrite(configuration, for: invocation) {
      let schema = PublishedSchema.config.text
      files.append(
        IntegrationFile(path: schemaName, text: String(decoding: schema, as: UTF8.self)))
    }
    if found == nil, !files.isEmpty, willWrite(configuration, for: invocation) {
      // The folder that the configuration names must exist, and Git does not keep empty folders.
      files.append(IntegrationFile(path: "\(traces)/README.md", text: tracesReadme))
    }
    for kind in kinds { files += kind.files(traces: traces) }
    for file in files { try write(file, for: invocation) }
    if !invocation.settings.output.isQuiet {
      if isGuess {
        environment.note(
          "nothing shows which CI the project uses, so GitHub's files were written; for others, name them: callorder init gitlab"
        )
      }
      for kind in kinds { environment.note("next: \(kind.nextStep)") }
    }
    return .success
  }
}

/// Whether a file is written: those that exist are kept, unless the user says otherwise and they are ours.
private func willWrite(_ file: IntegrationFile, for invocation: Invocation) -> Bool {
  invocation.settings.baselines.replacesFiles && !file.isShared
    || !fileExists(invocation.environment.place(of: file.path))
}

private func write(_ file: IntegrationFile, for invocation: Invocation) throws(CommandError) {
  let environment = invocation.environment
  guard willWrite(file, for: invocation) else {
    environment.note(
      "kept the existing \(file.path)" + (file.isShared ? "" : " (--force replaces it)"))
    if file.isShared, !invocation.settings.output.isQuiet {
      // The file that shows that a project uses pre-commit is the one in which the hook belongs.
      let hook = file.text.split(separator: "\n").drop { !$0.hasPrefix("  - repo:") }
      environment.note("add this hook below its 'repos:':")
      for line in hook { environment.note(String(line)) }
    }
    return
  }
  try environment.write(
    Array(file.text.utf8), to: file.path, isProgram: file.isProgram)
  if !invocation.settings.output.isQuiet { environment.note("wrote \(file.path)") }
}

/// The folder of traces: the first usual name that exists; nil where none does.
private func tracesFolder(in environment: CommandEnvironment) -> String? {
  let usual = ["traces", "Traces", "recordings", "Tests/Traces", "Tests/traces", "fixtures/traces"]
  return usual.first { (try? fileKind(of: environment.place(of: $0))) == .folder }
}

/// What the project already uses; nothing if no file shows it.
private func detectedKinds(in environment: CommandEnvironment) -> [IntegrationKind] {
  func exists(_ path: String) -> Bool { fileExists(environment.place(of: path)) }
  var kinds: [IntegrationKind] = []
  let remotes = (try? environment.read(".git/config", limit: 1 << 20)) ?? []
  let isOnGitLab = String(decoding: remotes, as: UTF8.self).contains("gitlab")
  if exists(".gitlab-ci.yml") || isOnGitLab { kinds.append(.gitlab) }
  if exists("ci_scripts") { kinds.append(.xcode) }
  if exists(".github") { kinds.insert(.github, at: 0) }
  if exists(".pre-commit-config.yaml") { kinds.append(.preCommit) }
  return kinds
}

private let tracesReadme = """
  Recordings of lifecycle callbacks, which `callorder check` reads: files that end in .json, .jsonl or .ndjson. Until there is
  one, it reports that nothing was checked, and exits with 1.

  """

/// The schema beside the configuration, for editors.
private let schemaName = ".callorder.schema.json"

private func starter(traces: String) -> String {
  """
  {
    "$schema": "./\(schemaName)",
    "$comment": "'records' says which callbacks your recorder records; the absence of others is no finding. It is 'trace' (those that occur in the trace), 'run' (in any trace of the run), 'all' (all of UIKit's calls), or a list of callbacks, which may have 'all' and name actions.",
    "traces": ["\(traces)"],
    "records": "trace",
    "failOn": "error",
    "rules": {},
    "reports": [],
    "suppressions": []
  }

  """
}
