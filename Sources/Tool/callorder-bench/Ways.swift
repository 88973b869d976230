import CallOrderCore
import CallOrderKit
import CallOrderRecorder
import TestSupport
import TraceChecking
import TraceFindings
import TraceGrammar
import TraceReading

/// What is done with the events of a workload. All that is not measured is done before the work is returned.
typealias Way = @MainActor (_ lines: [UInt8], _ grammar: Grammar) throws -> () -> Void

/// Reads a trace, and does nothing with it.
@MainActor func read(_ lines: [UInt8], _ grammar: Grammar) throws -> () -> Void {
  let plan = Plan(grammar)
  return {
    let trace = try? StoredTrace(MemorySource(lines), members: plan.members)
    precondition(trace != nil, "a generated trace could not be read")
  }
}

/// Judges a trace that is read already.
@MainActor func judge(_ lines: [UInt8], _ grammar: Grammar) throws -> () -> Void {
  let judge = TraceJudge(Plan(grammar))
  let trace = try StoredTrace(MemorySource(lines), members: judge.plan.members)
  return {
    let report = judge.judge(
      trace.store, Statements(), TraceReport(path: "-"), CheckOptions()
    ).report
    precondition(report.counts.errors + report.counts.warnings == 0, "a legal trace is accused")
  }
}

/// Checks a text, from its bytes to the report, with all that is prepared for a run.
@MainActor func check(jobs: Int) -> Way {
  { lines, grammar in
    { check([.bytes(lines, name: "0.jsonl")], grammar, jobs: jobs) }
  }
}

/// Checks the events as one list.
@MainActor func checkList(_ lines: [UInt8], _ grammar: Grammar) -> () -> Void {
  var list = [UInt8(ascii: "[")]
  for byte in lines.dropLast() {
    if byte == UInt8(ascii: "\n") { list.append(UInt8(ascii: ",")) }
    list.append(byte)
  }
  list.append(UInt8(ascii: "]"))
  let input = TraceInput.bytes(list, name: "0.json")
  return { check([input], grammar, jobs: 1) }
}

private func check(_ inputs: [TraceInput], _ grammar: Grammar, jobs: Int) {
  var reading = ReadingOptions()
  reading.jobs = jobs
  let report = checkTraces(inputs, against: grammar, reading: reading)
  precondition(report.failures.isEmpty, "a generated trace could not be read")
}

/// Checks values one after the other, as an app does with its own calls.
@MainActor func feed(_ workload: Workload) -> Way {
  var values: [RecordedEvent] = []
  workload.forEachCall { call in
    values.append(
      RecordedEvent(
        call.callback, session: call.session, scene: call.session.map { _ in call.scene },
        process: "4021", role: "UIWindowSceneSessionRoleApplication",
        time: Double(call.number) / 100,
        members: ["delegate": "SceneDelegate", "state": "\(call.state)", "thread": "main"]))
  }
  return { _, grammar in
    {
      var checker = LiveChecker(grammar: grammar)
      for value in values { precondition(checker.feed(value).isEmpty, "a legal call is accused") }
      precondition(checker.finish().verdict == .conforming, "a legal trace has a finding")
    }
  }
}

/// How many lines a text has. A closure of the main actor would ask for the actor at each byte.
func lineCount(_ text: [UInt8]) -> Int { text.count { $0 == UInt8(ascii: "\n") } }

/// Records as many calls into memory, as an app does. Nothing tells the names of this program's functions, so the search for
/// a caller looks at the whole stack.
@MainActor func record(callers: Bool) -> Way {
  { lines, _ in
    let count = lineCount(lines)
    let delegate = RecordingDelegate()
    return {
      CallOrder.start(RecordingHeader(), to: [.memory(MemoryRecording())], callers: callers)
      for _ in 0..<count { delegate.sceneDidBecomeActive() }
      CallOrder.stop()
    }
  }
}

private final class RecordingDelegate {
  @inline(never) func sceneDidBecomeActive() { CallOrder.record(session: "A") }
}
