import CallOrderKit
import Testing

@Suite("Usage") struct UsageTests {
  @Test(
    "a misspelled word is answered with the correct one, and nothing is done",
    arguments: [
      (["chekc", "a.json"], "no subcommand 'chekc'; did you mean 'check'?"),
      (["grammar", "shwo"], "'grammar' has no subcommand 'shwo'; did you mean 'show'?"),
      (["check", "--fromat", "json"], "unknown option '--fromat'; did you mean '--format'?"),
      (
        ["rules", "--format", "jsn"], "option '--format' cannot be 'jsn'; did you mean 'json'?"
      ),
      (
        ["check", "--fail-on=eror"],
        "option '--fail-on' cannot be 'eror'; did you mean 'error'?"
      ),
      (
        ["check", "--rule", "a=wraning"],
        "option '--rule': a severity cannot be 'wraning'; did you mean 'warning'?"
      ),
      (
        ["check", "--report", "jsno=a"],
        "option '--report': a report format cannot be 'jsno'; did you mean 'json'?"
      ),
      (["completions", "bsh"], "the shell cannot be 'bsh'; did you mean 'bash'?"),
    ])
  func suggestions(words: [String], message: String) {
    let run = callorder(words)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.hasPrefix("callorder: \(message)\n"), "\(run.errorOutput)")
  }

  @Test(
    "every other wrong use is rejected with a hint at the right use",
    arguments: [
      ([], "a subcommand is needed, such as 'check'"),
      (
        ["traces/a.json"],
        "no subcommand 'traces/a.json'; to check a trace, write 'callorder check traces/a.json'"
      ),
      (["frobnicate"], "no subcommand 'frobnicate'"),
      (["grammar"], "'grammar' needs a subcommand: list, show, validate or graph"),
      (["explain"], "'explain' needs ID, the id of a rule, a quirk, a note or a cause"),
      (["explain", "a", "b"], "'explain' takes no argument 'b'"),
      (["check", "--jobs"], "option '--jobs' needs a value, N"),
      (["check", "--jobs", "0"], "option '--jobs': '0' is not a whole number from 1 to 1024"),
      (["check", "-jx"], "option '-j': 'x' is not a whole number from 1 to 1024"),
      (["check", "--quiet=yes"], "option '--quiet' takes no value, but got 'yes'"),
      (["check", "-z"], "unknown option '-z'"),
      (
        ["check", "--report", "out.json"],
        "option '--report': 'out.json' is not NAME=PATH, such as json=out.json"
      ),
      (
        ["check", "--report", "html"],
        "option '--report': 'html' is not NAME=PATH; add a path, such as html=report.html"
      ),
      (
        ["explain", "terminate"],
        "the grammar UIScene has no rule 'terminate'; did you mean 'callback-after-terminate', 'disconnect-after-terminate' or 'slow-terminate'?"
      ),
      (["explain", "subject-mising"], "no rule 'subject-mising'; did you mean 'subject-missing'?"),
      (
        ["explain", "delete-befor-discard"],
        "no rule 'delete-befor-discard'; did you mean 'delete-before-discard'?"
      ),
      (
        ["check", ".", "--records", "deleteSessionDat"],
        "the grammar UIScene knows no callback 'deleteSessionDat'; did you mean 'deleteSessionData'?"
      ),
      (
        ["check", ".", "--rule", "delete-befor-discard=off"],
        "no rule 'delete-befor-discard'; did you mean 'delete-before-discard'?"
      ),
      (["explain", "Q-1"], "no rule 'Q-1'; did you mean 'Q-01'?"),
      (["explain", "nope"], "the grammar UIScene has no rule 'nope'"),
      (["check", "--report", "json=-"], "option '--report': a report goes to a file"),
      (
        ["check", "--rule", "no-severity"],
        "option '--rule': 'no-severity' is not ID=SEVERITY, such as disconnect-while-active=error"
      ),
      (
        ["check", "--os", "iOS x"],
        "option '--os': 'iOS x' is not a version such as \"iOS 26.0\""
      ),
      (
        ["check", "--min-coverage", "101"],
        "option '--min-coverage': '101' is not a percentage from 0 to 100"
      ),
      (
        ["rules", "--fail-on", "error"],
        "'rules' has no option '--fail-on'; 'check', 'report', 'compare' and 'watch' have it"
      ),
      (["--fail-on", "error", "check"], "option '--fail-on' belongs after the subcommand"),
      (["check"], "'check' needs PATH, a trace, a folder of traces, or - for standard input"),
    ] as [([String], String)])
  func refusals(words: [String], message: String) {
    let run = callorder(words)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.hasPrefix("callorder: \(message)\n"), "\(run.errorOutput)")
  }

  @Test("after -- a word is an operand, whatever it begins with")
  func endOfOptions() throws {
    let run = callorder("explain", "--", "--format")
    #expect(run.errorOutput.hasPrefix("callorder: the grammar UIScene has no rule '--format'\n"))
  }

  @Test("the name and the version of the program are printed on one line")
  func version() {
    for words in [["--version"], ["-V"], ["check", "--version"]] {
      #expect(callorder(words).output == "callorder \(callOrderVersion)\n")
    }
  }
}
