import TestSupport
import Testing

@Suite("A long trace that several threads read")
struct LongTraceTests {
  /// A trace of many sessions in two launches, with faults here and there; of many batches.
  private func trace(
    seed: UInt64, sessions: Int = 120, _ change: (inout [String]) -> Void = { _ in }
  )
    -> String
  {
    var random = SeededGenerator(seed: seed)
    let cycle = [
      "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)",
      "sceneDidEnterBackground(_:)",
    ]
    var steps = Array(repeating: 0, count: sessions)
    var serials = Array(repeating: 0, count: sessions)
    var lines: [String] = []
    func add(_ callback: String, _ session: Int?) {
      let names = session.map { #""session":"S\#($0)-\#(serials[$0])","scene":"0x\#($0)","# } ?? ""
      lines.append(
        #"{"callback":"\#(callback)",\#(names)"process":\#(lines.count < 12_000 ? 1 : 2),"time":\#(lines.count),"#
          + #""role":"UIWindowSceneSessionRoleApplication","delegate":"SceneDelegate","thread":"main","#
          + #""note":"\#(String(repeating: "x", count: 60))"}"#)
    }
    add("application(_:didFinishLaunchingWithOptions:)", nil)
    while lines.count < 24_000 {
      if lines.count == 12_000 {
        add("application(_:didFinishLaunchingWithOptions:)", nil)
        steps = steps.map { $0 == 0 ? 0 : 1 }
      }
      let session = Int.random(in: 0..<sessions, using: &random)
      let step = steps[session]
      steps[session] += 1
      let callback =
        switch step {
        case 0: "application(_:configurationForConnecting:options:)"
        case 1: "scene(_:willConnectTo:options:)"
        case 18: "sceneDidDisconnect(_:)"
        case 19: "application(_:didDiscardSceneSessions:)"
        default: cycle[(step - 2) % 4]
        }
      add(callback, session)
      if Int.random(in: 0..<400, using: &random) == 0 { add(callback, session) }
      if step == 19 { (steps[session], serials[session]) = (0, serials[session] + 1) }
    }
    change(&lines)
    return lines.joined(separator: "\n")
  }

  private func sameReports(
    _ text: String, _ words: [String] = [], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "trace.jsonl")
    #expect(text.utf8.count > 4 << 20, sourceLocation: location)
    for format in ["sarif", "text", "json --timeline 2000", "html --timeline 3000"] {
      let format = format.split(separator: " ").map(String.init)
      let words = ["check", "--no-config", "--format"] + format + words + ["trace.jsonl"]
      let one = callorder(words + ["--jobs", "1"], in: folder)
      #expect(one.status < 2, sourceLocation: location)
      for jobs in [3, 8] {
        let many = callorder(words + ["--jobs", "\(jobs)"], in: folder, processorCount: jobs)
        #expect(many.status == one.status, "\(jobs) jobs", sourceLocation: location)
        #expect(many.errorOutput == one.errorOutput, sourceLocation: location)
        // Compared outside of `#expect`, because the texts are too long to print.
        let isSame = many.output == one.output
        #expect(isSame, "\(jobs) jobs, \(words)", sourceLocation: location)
      }
    }
  }

  @Test("has the same report", arguments: [["--records", "all"], []])
  func same(words: [String]) throws { try sameReports(trace(seed: 1), words) }

  @Test("has the same report as a list, and with its end missing")
  func list() throws {
    let list = "[" + trace(seed: 2).split(separator: "\n").joined(separator: ",\n")
    try sameReports(list + "]")
    try sameReports(list)
  }

  @Test("has the same report if its end names no subject, or several")
  func failsLate() throws {
    try sameReports(
      trace(seed: 3) { lines in
        lines.append(#"{"callback":"sceneDidBecomeActive(_:)","process":2}"#)
      })
    try sameReports(
      trace(seed: 4) { lines in
        lines.append(
          #"{"callback":"application(_:didDiscardSceneSessions:)","sessions":["S1-0","S2-0","S3-0"],"process":2}"#
        )
      })
  }

  @Test("has the same report with lost events, unknown callbacks and other processes in it")
  func commonEvents() throws {
    try sameReports(
      trace(seed: 5) { lines in
        for index in stride(from: 500, to: lines.count, by: 1_700) {
          lines[index] = #"{"lost":3}"#
          lines[index + 1] = #"{"callback":"somethingElse","process":1,"session":"S1-0"}"#
          lines[index + 2] =
            #"{"callback":"applicationDidReceiveMemoryWarning(_:)","process":\#(index % 3)}"#
        }
      })
  }

  @Test("is refused with the same error")
  func fault() throws {
    try sameFailure(trace(seed: 6) { $0[20_000] = #"{"callback":"# })
  }

  private func sameFailure(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "trace.jsonl")
    let words = ["check", "--no-config", "trace.jsonl", "--jobs"]
    let one = callorder(words + ["1"], in: folder)
    let many = callorder(words + ["4"], in: folder, processorCount: 4)
    #expect(one.status == 3 && many.status == 3)
    #expect(one.errorOutput == many.errorOutput)
  }
}
