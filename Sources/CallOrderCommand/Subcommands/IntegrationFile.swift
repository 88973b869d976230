/// A file that runs callorder in some service.
struct IntegrationFile: Sendable {
  /// Where it belongs in a project.
  var path: String
  /// What it says.
  var text: String
}

/// A service that can run callorder.
enum IntegrationKind: String, Sendable, CaseIterable {
  case github
  case gitlab
  case preCommit = "pre-commit"

  /// The files it needs.
  /// - Parameter traces: the folder of the traces.
  func files(traces: String) -> [IntegrationFile] {
    switch self {
    case .github:
      [
        IntegrationFile(path: ".github/actions/callorder/action.yml", text: gitHubAction),
        IntegrationFile(
          path: ".github/workflows/callorder.yml", text: gitHubWorkflow(traces: traces)),
      ]
    case .gitlab:
      [IntegrationFile(path: ".gitlab/callorder.yml", text: gitLabJob(traces: traces))]
    case .preCommit:
      [
        IntegrationFile(
          path: ".pre-commit-config.yaml", text: preCommitConfiguration(traces: traces))
      ]
    }
  }

  /// What is left to do by hand, in one sentence.
  var nextStep: String {
    switch self {
    case .github:
      "say in .github/workflows/callorder.yml, with 'repository', where to build callorder from, unless the runner has it"
    case .gitlab:
      "include .gitlab/callorder.yml in .gitlab-ci.yml, and say there in CALLORDER_REPOSITORY where to build callorder "
        + "from, unless the image has it"
    case .preCommit: "run 'pre-commit install'; the hook uses the callorder that is installed"
    }
  }
}
