import Foundation
import TestSupport
import Testing

@Suite("The page about rules of your own")
struct RulesOfYourOwnTests {
  /// The texts between the fences of the page: a grammar, a trace, and a part of what is printed.
  private func blocks() throws -> [String] {
    let page = try #require(
      Repository.bytes("Sources/CallOrderKit/Documentation.docc/RulesOfYourOwn.md"))
    let parts = String(decoding: page, as: UTF8.self).components(separatedBy: "```")
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map {
      $0.element.hasPrefix("json") ? String($0.element.dropFirst(4)) : $0.element
    }
  }

  @Test("has a grammar that is sound, and finds what it says in the trace it shows")
  func isTrue() throws {
    let blocks = try blocks()
    try #require(blocks.count == 3)
    let folder = try TemporaryFolder()
    try folder.write(blocks[0], to: "app.lifecycle")
    try folder.write(blocks[1], to: "trace.json")
    let validated = callorder("grammar", "validate", "app.lifecycle", in: folder)
    #expect(validated.status == 0, "\(validated.output)")
    let broken = callorder("check", "trace.json", "--grammar", "app.lifecycle", in: folder)
    #expect(broken.status == 1)
    let finding = blocks[2].trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(broken.output.contains(finding), "\(broken.output)\(broken.errorOutput)")
    #expect(broken.output.contains("1 error"), "\(broken.output)")
    let save = #"{"callback": "saveDraft", "kind": "action", "session": "A", "process": "1"},"#
    let kept = blocks[1].replacingOccurrences(
      of: #"  {"callback": "sceneDidDisconnect"#,
      with: save + #"  {"callback": "sceneDidDisconnect"#)
    try folder.write(kept, to: "kept.json")
    try folder.write(#"{"grammar": "app.lifecycle"}"#, to: ".callorder.json")
    #expect(callorder("check", "kept.json", in: folder).status == 0)
    #expect(callorder("check", "trace.json", in: folder).status == 1)
  }

  @Test("is about texts that may extend files, with mistakes shown in the file they are in")
  func severalFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "grammar Team \"1.0\" extends UIScene {}\nseverity launch-oder note\n",
      to: "shared/team.lifecycle")
    try folder.write(
      "grammar App \"1.0\" extends \"shared/team.lifecycle\" {}\n", to: "app.lifecycle")
    let wrong = callorder("grammar", "validate", "app.lifecycle", in: folder)
    #expect(wrong.status != 0)
    let text = wrong.output + wrong.errorOutput
    #expect(
      text.contains("shared/team.lifecycle:2:10: error: no rule is named 'launch-oder'"), "\(text)")
    #expect(text.contains("did you mean 'launch-order'?"))
    try folder.write(
      "grammar Team \"1.0\" extends UIScene {}\nseverity launch-order note\n",
      to: "shared/team.lifecycle")
    #expect(callorder("grammar", "validate", "app.lifecycle", in: folder).status == 0)
    let sample = try #require(Repository.bytes("traces/violating/launch-order/smallest.json"))
    try folder.write(String(decoding: sample, as: UTF8.self), to: "late.json")
    #expect(callorder("check", "late.json", in: folder).output.contains("error[launch-order]"))
    let eased = callorder("check", "late.json", "--grammar", "app.lifecycle", in: folder)
    #expect(eased.output.contains("note[launch-order]"), "\(eased.output)")
  }
}
