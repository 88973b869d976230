import Foundation
import TestSupport
import Testing
import TraceSystem

/// The program with unusual streams and file names.
@Suite("Streams and names", .process) struct StreamTests {
  /// Whether this user may hide `/proc` from a program.
  static let canHideProc: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    let answer = try? bash("\(withoutProc) true", in: folder)
    return answer?.status == 0
  }()

  private static let withoutProc =
    "unshare -rm bash -c 'mount -t tmpfs none /proc && \"$0\" \"$@\"'"

  @Test(
    "arguments are available without /proc", .enabled(if: canHideProc, "needs unshare and mount"))
  func withoutProc() throws {
    let answer = try bash(
      "\(Self.withoutProc) '\(builtProgram)' check error -s", in: try Traces.folder())
    #expect(answer.status == 1)
    #expect(answer.output.contains(" in 1 trace\n"), "\(answer.output)")
  }

  @Test("a closed standard stream never becomes another file, and using it is an error")
  func closedStreams() throws {
    let folder = try Traces.folder()
    let input = try bash("'\(builtProgram)' check error - <&-", in: folder)
    #expect(input.status == 3)
    #expect(input.output.contains("error: -: bad file descriptor\n"), "\(input.output)")
    let output = try bash("'\(builtProgram)' check clean -r json=report.json >&-", in: folder)
    #expect(output.status == 3)
    #expect(output.output.contains("cannot write to standard output: bad file descriptor"))
    #expect(folder.text("report.json")?.hasPrefix("{") ?? false)
    let errors = try bash(
      "'\(builtProgram)' check clean nothing -r json=report.json 2>&- >&- <&-", in: folder)
    #expect(errors.status == 3)
    #expect(folder.text("report.json")?.hasPrefix("{") ?? false)
    #expect(folder.text("clean") == Traces.clean)
  }

  @Test(
    "a named pipe is read once, and checked like a file", arguments: ["error", "clean"])
  func namedPipe(trace: String) throws {
    let folder = try Traces.folder()
    try folder.write(Traces.errorLines, to: "lines")
    let file = try bash(
      "'\(builtProgram)' check \(trace) lines --format concise | cut -d: -f2-", in: folder)
    let pipe = try bash(
      "'\(builtProgram)' check <(cat \(trace)) <(cat lines) --format concise | cut -d: -f2-",
      in: folder)
    #expect(pipe.output == file.output)
  }

  @Test("names that are not UTF-8 are read and written byte for byte, and shown by their numbers")
  func invalidNames() throws {
    let folder = try Traces.folder()
    let answer = try bash(
      #"""
      mkdir t && cp error $'t/caf\xe9.json' || exit 99
      '\#(builtProgram)' check t $'t/caf\xe9.json' -r json=$'r\xff.json' -r concise=c.txt; echo $?
      '\#(builtProgram)' report $'r\xff.json' -q; echo $?
      cd t && '\#(builtProgram)' check -q $'caf\xe9.json' $'no\xe9'; echo $?
      """#, in: folder)
    if answer.status == 99 { return }  // APFS refuses such names.
    let lines = answer.output.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(7).filter { ["1", "3"].contains($0) } == ["1", "1", "3"], "\(answer.output)")
    #expect(lines.contains(#"wrote r\xFF.json"#), "\(answer.output)")
    #expect(lines.contains(#"callorder: no\xE9: no such file or directory"#))
    #expect(folder.text("c.txt")?.hasPrefix(#"t/caf\xE9.json:2:"#) ?? false)
    #expect(folder.names.contains("c.txt"))
  }

  @Test("names that differ only in how a letter is composed are two files")
  func composedNames() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "t/\u{E9}.json")
    try folder.write(Traces.clean, to: "t/e\u{301}.json")
    let count = try FileManager.default.contentsOfDirectory(atPath: folder.path("t")).count
    let run = callorder("check", "t", in: folder)
    #expect(run.output.contains(count == 2 ? "2 traces" : "1 trace"), "\(run.output)")
  }

  @Test("a pipe in a folder of traces is named and not waited for")
  func pipeInFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "t/a.json")
    #expect(mkfifo(folder.path("t/b.json"), 0o600) == 0)
    let run = callorder("check", "t", in: folder)
    #expect(run.status == 3)
    #expect(run.errorOutput == "callorder: t/b.json: is a pipe, not a file\n")
  }

  @Test("an unknown current folder is an error, and never leads to another configuration")
  func unknownFolder() throws {
    let run = callorder(["check", "x"], from: ".")
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("the current folder is unknown"))
  }
}
