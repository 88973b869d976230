internal import TraceGrammar
internal import TracePages

/// A file that runs callorder in some service, or records what it checks.
struct IntegrationFile: Sendable {
  /// Its path in a project.
  var path: String
  /// Its text.
  var text: String
  /// Whether it may be a file of the project's own, with other things in it: then it is never replaced.
  var isShared: Bool { path.hasPrefix(".pre-commit") }
  /// Whether it is executable.
  var isProgram: Bool { text.hasPrefix("#!") }
}

/// A service that can run callorder, or an app to record.
enum IntegrationKind: String, Sendable, CaseIterable {
  case github
  case gitlab
  case xcode
  case preCommit = "pre-commit"
  case recorder
  case lldb

  /// Whether it records an app, and runs nothing.
  var isForApp: Bool { self == .recorder || self == .lldb }

  /// The files it needs: where each belongs in a project, and which embedded one it is.
  private var sources: [(path: String, embedded: String)] {
    func installer(in folder: String) -> (path: String, embedded: String) {
      ("\(folder)/install-callorder.sh", ".ci/install-callorder.sh")
    }
    return switch self {
    case .github:
      [
        // The same file is in `.ci` of this project, so that `uses: OWNER/callorder/.ci@VERSION` has the source to
        // build beside it.
        (".github/actions/callorder/action.yml", ".ci/action.yml"),
        installer(in: ".github/actions/callorder"),
        (".github/workflows/callorder.yml", "integration/github-workflow.yml"),
      ]
    case .gitlab: [(".gitlab/callorder.yml", "integration/gitlab.yml"), installer(in: ".gitlab")]
    case .xcode:
      [
        ("ci_scripts/ci_post_xcodebuild.sh", "integration/ci_post_xcodebuild.sh"),
        ("ci_scripts/callorder_phase.sh", "integration/callorder_phase.sh"),
        installer(in: "ci_scripts"),
      ]
    case .preCommit: [(".pre-commit-config.yaml", "integration/pre-commit.yaml")]
    case .recorder: [("CallOrder.swift", "integration/CallOrder.swift")]
    case .lldb: [("callorder_lldb.py", "integration/callorder_lldb.py")]
    }
  }

  /// The files it needs.
  /// - Parameter traces: the folder of the traces.
  func files(traces: String) -> [IntegrationFile] {
    // pre-commit has a regular expression there.
    let traces = self == .preCommit ? escaping(".^$*+?()[]{}|\\", in: traces) : traces
    return sources.map { IntegrationFile(path: $0.path, embedded: $0.embedded, traces: traces) }
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
    case .preCommit: "run 'pre-commit install'; the hook uses the callorder that is installed"
    case .recorder:
      "add CallOrder.swift to the target of the app, call CallOrder.start() when the app launches, run it in a simulator, and "
        + "check with: callorder check \"$(xcrun simctl get_app_container booted BUNDLE-ID data)/Library/Caches/CallOrder\""
    case .lldb:
      "in lldb: command script import FOLDER/callorder_lldb.py, then callorder record ~/calls.jsonl; use the app, and check"
        + " with: callorder check ~/calls.jsonl"
    }
  }
}

extension IntegrationFile {
  /// Takes a file that was built into the program, with `{traces}` replaced by the folder of the traces.
  fileprivate init(path: String, embedded name: String, traces: String) {
    guard let text = EmbeddedFiles.integration[name] else {
      preconditionFailure("\(name) is not in the list of embedded files")
    }
    let list = "    # {callbacks}\n"
    self.init(
      path: path,
      text: text.contains(list)
        ? text.replacing(list, with: Self.callbacks) : text.replacing("{traces}", with: traces))
  }

  /// The methods of UIKit's grammar as rows of Python. A property is none: it may be read and written at any time.
  private static var callbacks: String {
    let grammar = Grammar.uiScene()
    return grammar.callbacks.lazy.filter { !$0.isAction && $0.swift.first?.contains("(") ?? false }
      .map { callback in
        let words = [grammar.subjects[callback.subject].name] + callback.swift + callback.objectiveC
        return "    (\(words.map { "\"\($0)\"" }.joined(separator: ", "))),\n"
      }.joined()
  }
}
