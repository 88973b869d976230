import Foundation
import TestSupport
import Testing
import TraceSystem

@testable import CallOrderCommand

/// The files that run the program in CI services and other tools.
@Suite("Integration") struct IntegrationTests {
  @Test("every file uses the folder of the traces, escaped for its format")
  func placeholder() {
    // The action checks what the configuration names.
    for kind in IntegrationKind.allCases where !kind.isForApp && kind != .github {
      let files = kind.files(traces: "Tests/a+b")
      #expect(files.allSatisfy { !$0.text.contains("{traces}") })
      let folder =
        switch kind {
        case .preCommit: #"^Tests/a\+b/"#
        case .xcode: "\"$PWD/Tests/a+b\""
        default: "\"Tests/a+b\""
        }
      #expect(files.contains { $0.text.contains(folder) })
    }
  }

  @Test("the CI files are valid for their services", .enabled(if: canCall("check-jsonschema")))
  func integrationSchemas() throws {
    let folder = try TemporaryFolder()
    _ = callorder("init", "github", "gitlab", "pre-commit", in: folder)
    let checker = try #require(OtherPrograms.path(of: "check-jsonschema"))
    for (schema, path) in [
      ("vendor.github-actions", ".github/actions/callorder/action.yml"),
      ("vendor.github-workflows", ".github/workflows/callorder.yml"),
      ("vendor.gitlab-ci", ".gitlab/callorder.yml"),
      ("vendor.github-actions", Repository.path(".ci/action.yml")),
    ] {
      let answer = try bash("'\(checker)' --builtin-schema \(schema) \(path)", in: folder)
      #expect(answer.status == 0, "\(answer.output)")
    }
    try folder.write(callorder("schema", "config").output, to: "schema.json")
    let answer = try bash("'\(checker)' --schemafile schema.json .callorder.json", in: folder)
    #expect(answer.status == 0, "\(answer.output)")
  }

  @Test("the action and the hook of the project match what init writes")
  func rootFiles() throws {
    let folder = try TemporaryFolder()
    _ = callorder("init", "github", "pre-commit", in: folder)
    let action = Repository.bytes(".ci/action.yml").map { String(decoding: $0, as: UTF8.self) }
    #expect(folder.text(".github/actions/callorder/action.yml") == action)
    let hook = Repository.text(".pre-commit-hooks.yaml")
    let own = try #require(folder.text(".pre-commit-config.yaml"))
    for line in ["id: callorder", "entry: callorder check", "require_serial: true"] {
      #expect(hook.contains(line) && own.contains(line))
    }
  }

  @Test("the guide describes the GitLab job correctly")
  func gitlab() throws {
    let folder = try TemporaryFolder()
    _ = callorder("init", "gitlab", in: folder)
    let job = try #require(folder.text(".gitlab/callorder.yml"))
    let guide = ReadmeTests.text(of: "ContinuousIntegration.md")
    for name in ["CALLORDER_REPOSITORY", ".gitlab-ci.yml", ".gitlab/callorder.yml"] {
      #expect(guide.contains(name), "\(name)")
    }
    let parts = ["CALLORDER_REPOSITORY:", "--report gitlab=", "--report junit=", "--report html="]
    for part in parts { #expect(job.contains(part), "\(part)") }
  }

  /// The script of a step of the GitHub action.
  static func script(_ step: String) throws -> String {
    let action = Repository.text(".ci/action.yml")
    let rest = try #require(action.components(separatedBy: "- name: \(step)\n").last)
    let lines = try #require(rest.components(separatedBy: "run: |\n").dropFirst().first)
      .split(separator: "\n").prefix { $0.hasPrefix("        ") }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("the action checks, annotates and writes a summary")
  func actionChecks() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Self.script("Check traces"), to: "check.sh")
    try folder.write(Traces.error, to: "my traces/a.json")
    try folder.write(Traces.warning, to: "b.json")
    let programs = Path.folder(of: builtProgram)
    let run = """
      mkdir -p temp; export RUNNER_TEMP=$PWD/temp GITHUB_STEP_SUMMARY=$PWD/summary.md PATH='\(programs)':$PATH
      """
    let paths = "PATHS=$'my traces\\nb.json\\n' ARGUMENTS=$'--fail-on\\nwarning' bash -e check.sh"
    let answer = try bash("\(run)\n\(paths)", in: folder)
    #expect(answer.status == 1)
    #expect(
      answer.output.contains(
        ",file=my traces/a.json,line=2::background-without-resign"))
    #expect(answer.output.contains("::activate-while-active"))
    #expect(folder.text("summary.md")?.contains("background-without-resign") ?? false)
    for file in ["callorder.sarif", "callorder.html"] { #expect(folder.text(file) != nil) }
    let hostile = try bash(
      "\(run)\nPATHS=$'b.json\\n$(touch stolen)' ARGUMENTS='; touch stolen' bash -e check.sh",
      in: folder)
    #expect(hostile.status == 3 && folder.text("stolen") == nil)
    // Where nothing is checked, nothing is in order: no traces, or a log, which has to be named.
    try folder.write("sceneDidBecomeActive\n", to: "$(touch stolen)/device.log")
    for paths in ["'$(touch stolen)'", "nope"] {
      let early = try bash("\(run)\nPATHS=\(paths) ARGUMENTS= bash -e check.sh", in: folder)
      #expect(early.status == (paths == "nope" ? 3 : 1) && folder.text("stolen") == nil)
      #expect(early.output.contains("::error title="), "\(early.output)")
    }
    try folder.write(#"{"traces": ["my traces"]}"#, to: ".callorder.json")
    let configured = try bash("\(run)\nPATHS= ARGUMENTS= bash -e check.sh", in: folder)
    #expect(configured.output.contains("file=my traces/a.json"), "\(configured.output)")
  }

  @Test("the files of the project decide for which services init writes")
  func detection() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "ci_scripts/x")
    #expect(callorder("init", in: folder).status == 0)
    let file = "ci_scripts/ci_post_xcodebuild.sh"
    #expect(folder.text(file) != nil)
    #expect(folder.text(".github/workflows/callorder.yml") == nil)
    let script = try bash("bash -n \(file) && bash \(file)", in: folder)
    #expect(
      script.status == 0 && script.output.isEmpty, "an action without tests has nothing to check")
  }

  @Test(
    "pre-commit accepts the hook and checks what a commit changes",
    .enabled(if: canCall("pre-commit")))
  func preCommit() throws {
    let folder = try TemporaryFolder()
    let runner = try #require(OtherPrograms.path(of: "pre-commit"))
    try folder.write(Traces.clean, to: "traces/a.json")
    try folder.write("[", to: "other.json")
    _ = callorder("init", "pre-commit", in: folder)
    let programs = Path.folder(of: builtProgram)
    let answer = try bash(
      """
      export PRE_COMMIT_HOME=$PWD/.cache PATH='\(programs)':$PATH
      '\(runner)' validate-config .pre-commit-config.yaml && '\(runner)' validate-manifest '\(Repository.path(".pre-commit-hooks.yaml"))'
      git init -q; git add traces other.json; '\(runner)' run callorder
      """, in: folder)
    #expect(answer.status == 0, "\(answer.output)")
    try folder.write(Traces.error, to: "traces/a.json")
    let failed = try bash(
      "export PRE_COMMIT_HOME=$PWD/.cache PATH='\(programs)':$PATH; git add traces; '\(runner)' run callorder",
      in: folder)
    #expect(failed.status == 1 && failed.output.contains("background-without-resign"))
  }
}
