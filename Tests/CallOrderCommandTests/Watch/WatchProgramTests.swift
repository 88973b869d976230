import Foundation
import TestSupport
import Testing

/// The built program watches files and pipes.
@Suite("Watching as a process", .process) struct WatchProgramTests {
  private static let start = #"""
    line() { printf '{"callback":"%s","session":"A","process":"1"}\n' "$1"; }
    await() {
      for _ in $(seq 1200); do
        [ "$(grep -c "$1" out 2>/dev/null || true)" -ge "${2:-1}" ] 2>/dev/null && return
        sleep 0.05
      done
      echo "never: $1"
    }
    begin() {
      printf '{"records":"all"}\n'
      line 'scene(_:willConnectTo:options:)'; line 'sceneWillEnterForeground(_:)'
      line 'sceneDidBecomeActive(_:)'; line 'sceneDidBecomeActive(_:)'
    }
    """#

  private func run(_ script: String, in folder: TemporaryFolder) throws -> String {
    try bash(Self.start + "\n" + script, in: folder).output
  }

  @Test("a finding comes from a pipe that stays open")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let output = try run(
      """
      mkfifo pipe
      '\(builtProgram)' watch - --no-config --format concise < pipe > out 2>&1 &
      exec 3> pipe
      begin >&3
      await activate-while-active
      exec 3>&-
      wait $!; echo "status $?"
      cat out
      """, in: folder)
    let message = "warning: sceneDidBecomeActive was called twice in a row"
    #expect(output == "status 0\n-:5:1: \(message) [activate-while-active]\n")
  }

  @Test("the notes of a recording come at its end, as those of a check")
  func notes() throws {
    let folder = try TemporaryFolder()
    let output = try run(
      """
      for call in willConnect willEnterForeground didBecomeActive didEnterBackground; do
        line "$call"
      done > calls.jsonl
      for command in watch check; do
        '\(builtProgram)' $command - --no-config --format concise < calls.jsonl > $command.out 2>&1
      done
      cmp watch.out check.out && cat watch.out
      '\(builtProgram)' watch - --no-config < calls.jsonl
      """, in: folder)
    #expect(output.split(separator: "\n").count { $0.contains("[depends-on-recording]") } == 2)
  }

  @Test("a file that is replaced is followed, and an interrupt ends with a summary")
  func rotation() throws {
    let folder = try TemporaryFolder()
    let output = try run(
      """
      begin > calls.jsonl
      '\(builtProgram)' watch calls.jsonl --no-config --fail-on warning > out 2>&1 &
      await activate-while-active
      mv calls.jsonl calls.1.jsonl
      begin > calls.jsonl
      await 'activate-while-active\\]' 2
      : > calls.jsonl
      await 'was replaced' 2
      line 'sceneDidBecomeActive(_:)' >> calls.jsonl
      sleep 3
      kill -TERM $!
      wait $!; echo "status $?"
      grep -c 'activate-while-active\\]' out; grep -c 'was replaced' out; tail -4 out
      """, in: folder)
    #expect(output.hasPrefix("status 1\n2\n2\n"), "\(output)")
    #expect(output.contains("no findings in 1 trace"), "\(output)")
  }

  @Test(
    "a file that cannot be read is reported once, and the watch waits for another one",
    arguments: [#"{"callback": 5}"#, #"{"callback": "a", }"#, #"{"events": {}}"#])
  func unreadable(fault: String) throws {
    let folder = try TemporaryFolder()
    let output = try run(
      """
      { \(fault.hasPrefix(#"{"events"#) ? "" : "line 'sceneWillResignActive(_:)';") echo '\(fault)'; line next; } > calls.jsonl
      '\(builtProgram)' watch calls.jsonl --no-config > out 2>&1 &
      await 'waiting for a new file'
      sleep 0.5
      echo "lines $(grep -c '' out)"
      begin > next; mv next calls.jsonl
      await activate-while-active
      kill -TERM $!
      wait $!; echo "status $?"
      tail -4 out
      """, in: folder)
    #expect(output.hasPrefix("lines 2\nstatus 3\n"), "\(output)")
    #expect(output.contains(" in 1 trace\n"), "\(output)")
  }

  /// All events are kept, to be checked again.
  @Test("each event takes little memory", .enabled(if: Self.hasProcessStatus))
  func memory() throws {
    let folder = try TemporaryFolder()
    let output = try run(
      """
      mkfifo pipe
      for _ in $(seq 500); do
        line 'sceneWillResignActive(_:)'; line 'sceneDidEnterBackground(_:)'
        line 'sceneWillEnterForeground(_:)'; line 'sceneDidBecomeActive(_:)'
      done > trips
      '\(builtProgram)' watch - --no-config < pipe > out 2>&1 &
      watch=$!
      exec 3> pipe
      printf '{"records":"all"}\\n' >&3
      { line 'scene(_:willConnectTo:options:)'; line 'sceneWillEnterForeground(_:)'; line 'sceneDidBecomeActive(_:)'; } >&3
      peak() { awk '/VmHWM/ { print $2 }' /proc/$watch/status; }
      for _ in $(seq 10); do cat trips >&3; done; early=$(peak)
      for _ in $(seq 40); do cat trips >&3; done; late=$(peak)
      exec 3>&-
      wait $watch; echo "status $?"
      grep -c 'ok  100,003 events, all in order' out
      # The later 80,000 events: at most 128 bytes each.
      [ "$late" -le $((early + 10240)) ] && echo little || echo "$early kB, then $late kB"
      """, in: folder)
    #expect(output == "status 0\n1\nlittle\n")
  }

  private static let hasProcessStatus = FileManager.default.fileExists(atPath: "/proc/self/status")

  @Test("a file that is missing or cannot be watched is reported at once")
  func missing() throws {
    let folder = try TemporaryFolder()
    let output = try run(
      """
      '\(builtProgram)' watch none.jsonl --no-config; echo $?
      '\(builtProgram)' watch . --no-config; echo $?
      printf '{"callback":1}\\n' | '\(builtProgram)' watch - --no-config; echo $?
      """, in: folder)
    #expect(
      output == """
        callorder: none.jsonl: no such file or directory
        3
        callorder: .: is a folder, not a file
        3
        callorder: -:1:13: "callback" must be a string, not a number
        3

        """)
  }
}
