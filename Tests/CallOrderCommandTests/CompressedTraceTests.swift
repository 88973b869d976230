import TestSupport
import Testing

@Suite("A compressed trace") struct CompressedTraceTests {
  @Test(
    "is judged like its text, for any number of workers, from a file and a pipe",
    .enabled(if: canCall("gzip")), arguments: ["1", "3"])
  func sameReport(jobs: String) throws {
    let folder = try TemporaryFolder()
    let text = LongTrace(seed: 7, processes: 60).text(.lines)
    try folder.write(text, to: "plain.jsonl")
    let packing = try bash("gzip -9 < plain.jsonl > packed.jsonl.gz && mkdir folder", in: folder)
    #expect(packing.status == 0, "\(packing.output)")
    let words = ["check", "--format", "json", "--timeline", "50", "--jobs", jobs]
    let plain = callorder(words + ["plain.jsonl"], in: folder)
    #expect(plain.status == 1 && plain.output.contains("\"violating\""))
    let packed = callorder(words + ["packed.jsonl.gz"], in: folder)
    #expect(
      packed.output.replacing("packed.jsonl.gz", with: "plain.jsonl") == plain.output,
      "\(packed.errorOutput)")
    // A pipe is also checked in two passes.
    let named = ["--stdin-name", "plain.jsonl"]
    let line = ([builtProgram] + words + named + ["--no-config", "-"]).joined(separator: " ")
    let piped = try bash("cat packed.jsonl.gz | \(line)", in: folder)
    #expect(piped.output == plain.output)
  }

  @Test("is found in a folder, and may be a log", .enabled(if: canCall("gzip")))
  func walked() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "traces/a.jsonl")
    try folder.write(Traces.clean, to: "traces/b.jsonl")
    let log = "2026-03-02 09:14:09.000 App[8:1] sceneWillEnterForeground(_:)\n"
    try folder.write(log, to: "device.log")
    #expect(try bash("gzip traces/b.jsonl device.log", in: folder).status == 0)
    let run = callorder("check", "traces", "device.log.gz", in: folder)
    #expect(run.output.contains("3 traces"), "\(run.output)\(run.errorOutput)")
    #expect(!run.output.contains("1 unreadable"))
  }
}
