import Foundation
import TestSupport
import Testing
import TraceReporting
import TraceSystem

@testable import CallOrderCommand

@Suite("The process itself", .process) struct ProgramTests {
  @Test("a closed pipe changes neither the status nor the files")
  func brokenPipe() throws {
    let folder = try Traces.folder()
    let answer = try bash(
      """
      '\(builtProgram)' check error --report json=report.json | true
      echo "${PIPESTATUS[0]}"
      """, in: folder)
    #expect(answer.output.hasSuffix("1\n"), "\(answer.output)")
    #expect(folder.text("report.json")?.hasSuffix("}\n") ?? false)
  }

  @Test(
    "a pipe that is closed in the middle of a long report changes nothing either",
    arguments: ["text", "json", "html", "sarif"])
  func brokenPipeInTheMiddle(format: String) throws {
    let folder = try Traces.folder()
    let events = (0..<1_000).map { _ in Traces.errorLines }.joined(separator: "\n")
    try folder.write(events, to: "long")
    let answer = try bash(
      """
      '\(builtProgram)' check long --records all --format \(format) --report concise=all.txt | head -c 100 >/dev/null
      echo "${PIPESTATUS[0]}"
      """, in: folder)
    #expect(answer.output.hasSuffix("1\n"), "\(answer.output)")
    #expect(folder.text("all.txt")?.hasSuffix("\n") ?? false)
  }

  @Test("a full disk behind standard output is a failure", .enabled(if: fileExists("/dev/full")))
  func fullDisk() throws {
    let answer = try bash(
      "'\(builtProgram)' rules > /dev/full; echo $?", in: try Traces.folder())
    #expect(
      answer.output == "callorder: cannot write to standard output: no space left on device\n3\n")
  }

  @Test("the report and the messages go to separate channels, and standard input is a trace")
  func channels() throws {
    let folder = try Traces.folder()
    let answer = try bash(
      """
      '\(builtProgram)' check - --stdin-name recorded --report text=r.txt < error > out 2> err
      echo $?; cat err
      """, in: folder)
    #expect(answer.output == "1\nwrote r.txt\n")
    #expect(folder.text("out")?.contains("recorded:2") ?? false)
    #expect(folder.text("out") == folder.text("r.txt"))
  }

  @Test("no report depends on the folder, locale, terminal, order of files or number of workers")
  func sameBytes() throws {
    let folder = try Traces.folder()
    let reports = ReportFormat.all.map { "--report \($0.name)=$OUT/\($0.name)" }.joined(
      separator: " ")
    let program = "'\(builtProgram)' check --fail-on never -q \(reports)"
    let answer = try bash(
      """
      mkdir -p 1 2 3 4 5 elsewhere
      OUT=1; \(program) clean error warning
      OUT=2; LC_ALL=tr_TR.UTF-8 LANG=tr_TR TZ=Asia/Tokyo COLUMNS=20 HOME=/ \(program) -j 1 clean error warning
      OUT=3; \(program) --jobs 7 warning error clean ./error
      OUT=4; CLICOLOR_FORCE=1 TERM=xterm \(program) --color always clean error warning
      cp clean error warning elsewhere && cd elsewhere
      OUT=../5; \(program) clean error warning
      cd ..; for i in 2 3 4 5; do diff -r 1 $i; done; ls 1 | wc -l
      """, in: folder)
    #expect(answer.output == "\(ReportFormat.all.count)\n")
    #expect(folder.text("1/json")?.count ?? 0 > 500)
  }

  @Test(
    "a terminal gets color depending on the environment, a file never does",
    .enabled(if: canCall("script")))
  func terminal() throws {
    let folder = try Traces.folder()
    func isColored(_ variables: String, _ options: String = "", pipe: Bool = false) throws -> Bool {
      let words = "env -i PATH=/usr/bin:/bin \(variables) '\(builtProgram)' check error \(options)"
      let line = pipe ? "\(words) | cat" : "script -qec \"\(words)\" /dev/null"
      return try bash(line, in: folder).output.contains("\u{1B}[")
    }
    #expect(try isColored("TERM=xterm"))
    #expect(try !isColored("TERM=dumb"))
    #expect(try !isColored("TERM=xterm NO_COLOR=1"))
    #expect(try isColored("TERM=xterm NO_COLOR=1", "--color always"))
    #expect(try !isColored("TERM=xterm", "--color never"))
    #expect(try !isColored("TERM=xterm", pipe: true))
    #expect(try isColored("TERM=xterm CLICOLOR_FORCE=1", pipe: true))
    #expect(try !isColored("CLICOLOR_FORCE=1 FORCE_COLOR=1 NO_COLOR=1", pipe: true))
    _ = try isColored("TERM=xterm", "--color always --report text=file.txt")
    #expect(folder.text("file.txt")?.contains("\u{1B}") == false)
  }
}
