import Foundation
import TestSupport
import Testing

/// The files that run the program in Xcode and Xcode Cloud, tested with stand-ins for Apple's programs.
@Suite("Integration with Xcode") struct AppleIntegrationTests {
  private static let wrong = #"""
    {"records":"all"}
    {"callback":"sceneDidEnterBackground(_:)","session":"A"}
    {"callback":"sceneDidBecomeActive(_:)","session":"A"}

    """#

  /// A project with the files that `init` writes, the built program, and an `xcrun` that exports one attachment.
  private func project(_ kind: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let run = callorder("init", kind, in: folder)
    #expect(run.status == 0 && run.errorOutput.contains("next: "))
    try folder.write(Self.wrong, to: "calls.jsonl")
    try folder.write(
      #"""
      [{"testIdentifier": "ReloadTests/testReload()", "attachments": [
        {"exportedFileName": "1.jsonl", "suggestedHumanReadableName": "calls.jsonl"}]}]
      """#, to: "list.json")
    try folder.write(
      """
      #!/bin/sh
      [ "$1 $2 $3 $4 $5 $6" = "xcresulttool export attachments --path App.xcresult --output-path" ] || exit 9
      mkdir "$7" && cp list.json "$7/manifest.json" && cp calls.jsonl "$7/1.jsonl"
      """, to: "bin/xcrun")
    _ = try bash("chmod +x bin/xcrun; ln -s '\(builtProgram)' bin/callorder", in: folder)
    return folder
  }

  @Test(
    "Xcode Cloud's script checks the attachments of tests, and does nothing after other actions")
  func cloud() throws {
    let folder = try project("xcode")
    let script = "HOME=$PWD PATH=\"$PWD/bin:$PATH\" ci_scripts/ci_post_xcodebuild.sh"
    let given = try bash("\(script) App.xcresult", in: folder)
    #expect(given.status == 1)
    #expect(given.output.contains("ReloadTests/testReload()/calls.jsonl:3:1: error:"))
    let tested = try bash(
      "CI_XCODEBUILD_ACTION=test-without-building CI_RESULT_BUNDLE_PATH=App.xcresult \(script)",
      in: folder)
    #expect(tested.status == 1)
    let built = try bash("CI_XCODEBUILD_ACTION=build-for-testing \(script)", in: folder)
    #expect(built.status == 0 && built.output == "")
    let unnamed = try bash("CI_XCODEBUILD_ACTION=test-without-building \(script)", in: folder)
    #expect(unnamed.status == 1 && unnamed.output.hasPrefix("error: no result bundle: "))
    let missing = try bash(
      "rm bin/callorder; HOME=$PWD PATH=\"$PWD/bin:/usr/bin:/bin\" ci_scripts/ci_post_xcodebuild.sh App.xcresult",
      in: folder)
    #expect(missing.status == 1 && missing.output.contains("set CALLORDER_REPOSITORY"))
    let allowed = try bash(
      "CALLORDER_ALLOW_MISSING=1 HOME=$PWD PATH=\"$PWD/bin:/usr/bin:/bin\" ci_scripts/ci_post_xcodebuild.sh App.xcresult",
      in: folder)
    #expect(allowed.status == 0 && allowed.output.contains("warning: callorder is not installed"))
  }

  @Test("the build phase turns findings into issues, and warns if the program is missing")
  func phase() throws {
    let folder = try project("xcode")
    try folder.write(Self.wrong, to: "traces/a b.jsonl")
    let run = try bash(
      "cd /; SRCROOT='\(folder.path)' HOME=/none PATH='\(folder.path)/bin:/usr/bin:/bin' '\(folder.path)/ci_scripts/callorder_phase.sh'",
      in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("\(folder.path)/traces/a b.jsonl:3:1: error:"), "\(run.output)")
    let missing = try bash(
      "HOME=/none PATH=/usr/bin:/bin ci_scripts/callorder_phase.sh", in: folder)
    #expect(missing.status == 0 && missing.output.hasPrefix("warning: callorder is not installed"))
  }

  @Test("shellcheck accepts the scripts", .enabled(if: canCall("shellcheck")))
  func shell() throws {
    let folder = try project("xcode")
    let answer = try bash("shellcheck ci_scripts/*.sh", in: folder)
    #expect(answer.status == 0, "\(answer.output)")
  }
}
