internal import TraceGrammar
internal import TracePages

/// A file that runs callorder in some service, or records what it checks.
struct IntegrationFile: Sendable {
  /// Its path in a project.
  var path: String
  /// Its text.
  var text: String
  /// Whether it is executable.
  var isProgram: Bool { text.hasPrefix("#!") }
}

/// A service that can run callorder, or an app to record.
enum IntegrationKind: String, Sendable, CaseIterable {
  case github
  case gitlab
  case xcode
  case bitrise
  case fastlane
  case danger
  case preCommit = "pre-commit"
  case recorder

  /// The files it needs.
  /// - Parameter traces: the folder of the traces.
  func files(traces: String) -> [IntegrationFile] {
    switch self {
    case .github:
      [
        // The same file is in `.ci` of this project, so that `uses: OWNER/callorder/.ci@VERSION` has the source to
        // build beside it.
        IntegrationFile(
          path: ".github/actions/callorder/action.yml", embedded: ".ci/action.yml", traces: traces),
        .installer(in: ".github/actions/callorder"),
        IntegrationFile(
          path: ".github/workflows/callorder.yml", embedded: "integration/github-workflow.yml",
          traces: traces),
      ]
    case .gitlab:
      [
        IntegrationFile(
          path: ".gitlab/callorder.yml", embedded: "integration/gitlab.yml", traces: traces),
        .installer(in: ".gitlab"),
      ]
    case .xcode:
      ["ci_post_xcodebuild.sh", "callorder_phase.sh"].map {
        IntegrationFile(
          path: "ci_scripts/\($0)", embedded: "integration/\($0)", traces: traces)
      } + [.installer(in: "ci_scripts")]
    case .bitrise:
      [
        IntegrationFile(
          path: ".bitrise/callorder.yml", embedded: "integration/bitrise.yml", traces: traces),
        .installer(in: ".bitrise"),
      ]
    case .fastlane:
      [
        IntegrationFile(
          path: "fastlane/actions/callorder.rb", embedded: "integration/fastlane.rb",
          traces: traces)
      ]
    case .danger:
      [
        IntegrationFile(
          path: "danger/callorder/Dangerfile", embedded: "integration/danger.rb", traces: traces)
      ]
    case .preCommit:
      [
        IntegrationFile(
          path: ".pre-commit-config.yaml", embedded: "integration/pre-commit.yaml",
          // A regular expression.
          traces: escaping(".^$*+?()[]{}|\\", in: traces))
      ]
    case .recorder:
      [
        IntegrationFile(
          path: "CallOrder.swift", embedded: "integration/CallOrder.swift", traces: traces)
      ]
    }
  }

  /// What is left to do by hand, in one sentence.
  var nextStep: String {
    switch self {
    case .github:
      "set the repository variable CALLORDER_REPOSITORY to the Git address to build callorder from, unless the runner has it"
    case .gitlab:
      "include .gitlab/callorder.yml in .gitlab-ci.yml, and set the variable CALLORDER_REPOSITORY to the Git address to build "
        + "callorder from, unless the image has it"
    case .xcode:
      "set CALLORDER_REPOSITORY in the environment of the Xcode Cloud workflow to the Git address to build callorder from, and run "
        + "ci_scripts/callorder_phase.sh in a Run Script phase, with User Script Sandboxing off"
    case .bitrise:
      "include .bitrise/callorder.yml in bitrise.yml, and set CALLORDER_REPOSITORY in the Env Vars"
    case .fastlane: "call callorder(result_bundle: …) in a lane, after scan"
    case .danger:
      "import it in the Dangerfile: danger.import_dangerfile(path: \"danger/callorder\")"
    case .preCommit: "run 'pre-commit install'; the hook uses the callorder that is installed"
    case .recorder:
      "add CallOrder.swift to the target of the app, call CallOrder.start() when the app launches, run it in a simulator, and "
        + "check with: callorder check \"$(xcrun simctl get_app_container booted BUNDLE-ID data)/Library/Caches/CallOrder\""
    }
  }
}

extension IntegrationFile {
  /// The script that installs the program, which the services share.
  fileprivate static func installer(in folder: String) -> IntegrationFile {
    IntegrationFile(
      path: "\(folder)/install-callorder.sh", embedded: ".ci/install-callorder.sh", traces: "")
  }

  /// Takes a file that was built into the program, with `{traces}` replaced by the folder of the traces.
  fileprivate init(path: String, embedded name: String, traces: String) {
    guard let text = EmbeddedFiles.integration[name] else {
      preconditionFailure("\(name) is not in the list of embedded files")
    }
    self.init(path: path, text: text.replacing("{traces}", with: traces))
  }
}
