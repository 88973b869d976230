import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

/// What each CI service reports, in the situations in which projects are. The files that `init` writes run with stand-ins for
/// the services and for Apple's programs.
@Suite("CI services") struct ServiceTests {
  enum Service: String, CaseIterable, Sendable {
    case github, gitlab, xcode
  }

  enum Result: Equatable {
    /// The job passes.
    case green
    /// The job passes, with a warning.
    case neutral
    /// The job fails.
    case red
  }

  private static let wrong = #"""
    {"records":"all"}
    {"callback":"sceneDidEnterBackground(_:)","session":"A"}
    {"callback":"sceneDidBecomeActive(_:)","session":"A"}

    """#

  @Test("are red without the program, unless that is allowed", arguments: Service.allCases)
  func missing(service: Service) throws {
    let project = try Project(service)
    try project.folder.write(Traces.clean, to: "traces/a.json")
    project.hasProgram = false
    let run = try project.run()
    #expect(run.result == .red, "\(run.output)")
    #expect(run.output.contains("callorder is not installed, so nothing is checked"))
    #expect(service != .xcode || run.output.contains("set CALLORDER_REPOSITORY"))
    project.allowsMissing = true
    let allowed = try project.run()
    #expect(allowed.result != .red, "\(allowed.output)")
    #expect(allowed.output.contains("callorder is not installed, so nothing is checked"))
  }

  @Test("are red where nothing is checked, but for a build in Xcode", arguments: Service.allCases)
  func noRecordings(service: Service) throws {
    // Xcode Cloud's script only knows attachments; the build phase reads the folder, which `init` makes.
    let project = try Project(service)
    project.phase = true
    try project.folder.write("sceneDidBecomeActive\n", to: "traces/device.log")
    let early = try project.run()
    #expect(early.result == (service == .xcode ? .green : .red), "\(early.output)")
    #expect(early.output.contains("contains no traces"), "\(early.output)")
    if service != .xcode {
      try FileManager.default.removeItem(atPath: project.folder.path("traces"))
      let misspelt = try project.run()
      #expect(misspelt.result == .red, "a path that does not exist: \(misspelt.output)")
    }
    try project.folder.write(Self.wrong, to: "traces/a.json")
    #expect(try project.run().result == .red)
    try project.folder.write(Traces.clean, to: "traces/a.json")
    let fine = try project.run()
    #expect(fine.result == .green, "\(fine.output)")
  }

  @Test(
    "are green if tests attached no recording, and red if they attached a wrong one",
    arguments: Service.allCases.filter { $0 != .gitlab })
  func attachments(service: Service) throws {
    let project = try Project(service)
    let picture =
      #"[{"testIdentifier": "T/t()", "attachments": [{"exportedFileName": "5.png", "suggestedHumanReadableName": "S_0_3778B134-6C75-4F5C-8C8E-3E4A1C9B7D10.png"}]}]"#
    for list in ["[]", picture] {
      project.attachments = list
      let run = try project.run()
      #expect(run.result == .green, "\(run.output)")
      #expect(run.output.contains("no recording was attached"), "\(run.output)")
    }
    project.attachments =
      #"[{"testIdentifier": "T/t()", "attachments": [{"exportedFileName": "1.txt", "suggestedHumanReadableName": "calls.jsonl_0_3778B134-6C75-4F5C-8C8E-3E4A1C9B7D10.txt"}]}]"#
    try project.folder.write(Self.wrong, to: "attached/1.txt")
    #expect(try project.run().result == .red)
    try project.folder.write(
      #"{"callback":"sceneDidBecomeActive(_:)","session":"A"}"#, to: "attached/1.txt")
    let fine = try project.run()
    #expect(fine.result == .green, "\(fine.output)")
  }

  @Test(
    "Xcode Cloud's script checks the attachments of tests, and does nothing after other actions")
  func cloud() throws {
    let project = try Project(.xcode)
    project.attachments =
      #"[{"testIdentifier": "ReloadTests/testReload()", "attachments": [{"exportedFileName": "1.jsonl", "suggestedHumanReadableName": "calls.jsonl"}]}]"#
    try project.folder.write(Self.wrong, to: "attached/1.jsonl")
    let given = try project.run()
    #expect(given.result == .red)
    #expect(given.output.contains("ReloadTests/testReload()/calls.jsonl:3:1: error:"))
    func run(after action: String, _ variables: String = "") throws -> (
      result: Result, output: String
    ) {
      try project.run(
        "CI_XCODEBUILD_ACTION=\(action) \(variables) ci_scripts/ci_post_xcodebuild.sh")
    }
    let bundle = "CI_RESULT_BUNDLE_PATH=App.xcresult"
    #expect(try run(after: "test-without-building", bundle).result == .red)
    #expect(try run(after: "build-for-testing") == (.green, ""))
    let unnamed = try run(after: "test-without-building")
    #expect(unnamed.result == .red && unnamed.output.hasPrefix("error: no result bundle: "))
  }

  @Test("Xcode's build phase turns findings into issues, and warns if the program is missing")
  func phase() throws {
    let project = try Project(.xcode)
    try project.folder.write(Self.wrong, to: "traces/a b.jsonl")
    let folder = project.folder.path
    let script = "cd /; SRCROOT='\(folder)' '\(folder)/ci_scripts/callorder_phase.sh'"
    let run = try project.run(script)
    #expect(run.result == .red)
    #expect(run.output.contains("\(folder)/traces/a b.jsonl:3:1: error:"), "\(run.output)")
    project.hasProgram = false
    let missing = try project.run(script)
    #expect(missing.result == .green)
    #expect(missing.output.hasPrefix("warning: callorder is not installed"), "\(missing.output)")
  }

  @Test("shellcheck accepts the scripts for Xcode", .enabled(if: canCall("shellcheck")))
  func shell() throws {
    let answer = try bash("shellcheck ci_scripts/*.sh", in: Project(.xcode).folder)
    #expect(answer.status == 0, "\(answer.output)")
  }

  @Test("a cached program that does not run, or is of another version, is replaced")
  func cache() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "install:\n\tmkdir -p $(PREFIX)/bin; cp callorder $(PREFIX)/bin; chmod +x $(PREFIX)/bin/callorder; echo built\n",
      to: "source/Makefile")
    try folder.write("#!/bin/sh\necho one\n", to: "source/callorder")
    let commit = "git add . && git -c user.name=x -c user.email=x@y commit -qm x"
    _ = try bash("cd source && git init -qb main && \(commit)", in: folder)
    let installer = Repository.path(".ci/install-callorder.sh")
    func install() throws -> (output: String, says: String) {
      let run = try bash(
        "CALLORDER_REPOSITORY=file://$PWD/source PATH=/usr/bin:/bin sh '\(installer)' $PWD/cache",
        in: folder)
      #expect(run.status == 0, "\(run.output)")
      return (run.output, try bash("cache/bin/callorder", in: folder).output)
    }
    #expect(try install().says == "one\n")
    #expect(try install().output.isEmpty, "the cached program is kept")
    // A library that another machine had.
    try folder.write("#!/bin/sh\nexit 134\n", to: "cache/bin/callorder")
    let repaired = try install()
    #expect(repaired.output.contains("built") && repaired.says == "one\n")
    try folder.write("#!/bin/sh\necho two\n", to: "source/callorder")
    _ = try bash("cd source && \(commit)", in: folder)
    let newer = try install()
    #expect(newer.output.contains("built") && newer.says == "two\n")
    _ = try bash(
      "cd source && git tag 0.2.0 && echo '#!/bin/sh' > callorder && \(commit)", in: folder)
    let tagged = try bash(
      "CALLORDER_VERSION=0.2.0 CALLORDER_REPOSITORY=file://$PWD/source PATH=/usr/bin:/bin sh '\(installer)' $PWD/cache; cache/bin/callorder",
      in: folder)
    #expect(tagged.output == "two\n", "the tag is what is cached")
  }

  @Test("GitHub's cache has the version in its key, and the workflow the repository's own branch")
  func keys() throws {
    let action = Repository.text(".ci/action.yml")
    #expect(action.contains("${{ steps.version.outputs.commit }}"))
    let workflow = IntegrationKind.github.files(traces: "traces").map(\.text).joined()
    #expect(!workflow.contains("branches:"))
    #expect(workflow.contains("github.ref_name == github.event.repository.default_branch"))
    #expect(workflow.contains("security-events: write"))
    let folder = try TemporaryFolder()
    try folder.write(try IntegrationTests.script("Find the version of callorder"), to: "version.sh")
    let run = try bash(
      """
      git init -qb main source; cd source; git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x; cd ..
      GITHUB_OUTPUT=$PWD/out REPOSITORY=file://$PWD/source VERSION=main bash -e version.sh
      GITHUB_OUTPUT=$PWD/out REPOSITORY= VERSION=main bash -e version.sh
      cat out; git -C source rev-parse HEAD
      """, in: folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "commit=\(lines[2])" && lines[1] == "commit=none")
  }
}

/// A project with the files that `init` writes for a service.
private final class Project {
  let folder: TemporaryFolder
  private let service: ServiceTests.Service
  var hasProgram = true
  var allowsMissing = false
  /// Whether Xcode's build phase runs instead of Xcode Cloud's script.
  var phase = false
  /// The list of attachments that UI tests leave; nil if no UI tests run.
  var attachments: String?

  init(_ service: ServiceTests.Service) throws {
    self.service = service
    folder = try TemporaryFolder()
    #expect(callorder("init", service.rawValue, in: folder).status == 0)
    try folder.write("", to: "attached/5.png")
    try folder.write(
      """
      #!/bin/sh
      [ "$1 $2 $3" = "xcresulttool export attachments" ] || exit 9
      mkdir -p "$7" && cp attached/* "$7/"
      """, to: "bin/xcrun")
    _ = try bash("chmod +x bin/xcrun; ln -s '\(builtProgram)' program", in: folder)
  }

  /// Runs what the service runs, or another script in its environment.
  func run(_ other: String? = nil) throws -> (result: ServiceTests.Result, output: String) {
    if let attachments { try folder.write(attachments, to: "attached/manifest.json") }
    let run = try bash(
      """
      if \(hasProgram); then ln -sf $PWD/program bin/callorder; else rm -f bin/callorder; fi
      export HOME=$PWD/home RUNNER_TEMP=$PWD GITHUB_PATH=$PWD/path GITHUB_STEP_SUMMARY=$PWD/summary
      export PATH="$PWD/bin:/usr/bin:/bin" GITHUB_ACTION_PATH=$PWD/.github/actions/callorder CALLORDER_ALLOW_MISSING=\(allowsMissing ? "1" : "")
      \(other ?? script)
      """, in: folder)
    let isNeutral = service == .gitlab && run.status == 42
    return (run.status == 0 ? .green : isNeutral ? .neutral : .red, run.output)
  }

  private var script: String {
    switch service {
    case .github:
      let paths = attachments == nil ? "traces" : "attachments"
      let export =
        attachments == nil
        ? ""
        : "rm -rf attachments; xcrun xcresulttool export attachments --path T --output-path attachments"
      return """
        \(export)
        cat > install.sh <<'END'
        \((try? IntegrationTests.script("Install callorder")) ?? "exit 9")
        END
        cat > check.sh <<'END'
        \((try? IntegrationTests.script("Check traces")) ?? "exit 9")
        END
        CALLORDER_REPOSITORY= bash -e install.sh && PATHS=\(paths) ARGUMENTS= bash -e check.sh
        """
    case .gitlab: return "set -e\n" + steps(after: ["  before_script:", "  script:"])
    case .xcode:
      return phase ? "SRCROOT=$PWD ci_scripts/callorder_phase.sh" : cloud
    }
  }

  private var cloud: String {
    "CALLORDER_REPOSITORY= ci_scripts/ci_post_xcodebuild.sh App.xcresult"
  }

  /// The commands of a GitLab job: each item of these lists, folded lines joined.
  private func steps(after heads: [String]) -> String {
    var (commands, isInside, folds): ([String], Bool, Bool) = ([], false, false)
    for line in (folder.text(".gitlab/callorder.yml") ?? "").split(separator: "\n") {
      if line.hasPrefix("  "), !line.hasPrefix("   ") {
        isInside = heads.contains(String(line))
      } else if isInside, line.hasPrefix("    - ") {
        let text = String(line.dropFirst(6))
        folds = text == ">-"
        commands.append(text == "|" || folds ? "" : text)
      } else if isInside {
        commands[commands.count - 1] += line.dropFirst(6) + (folds ? " " : "\n")
      }
    }
    return commands.joined(separator: "\n")
  }
}
