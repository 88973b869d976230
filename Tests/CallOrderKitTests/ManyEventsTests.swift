import CallOrderKit
import Testing

/// Events for which a report has no room are not even collected; the report is the same.
@Suite("Events of very many traces") struct ManyEventsTests {
  private static func trace(_ name: String, events: Int, isViolating: Bool = false) -> TraceInput {
    let calls = [
      "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)",
      "sceneDidEnterBackground(_:)",
    ]
    var text = "{\"records\":\"all\"}\n"
    for number in 0..<events {
      let call = number == 0 && isViolating ? calls[1] : calls[number % 4]
      text += "{\"callback\":\"\(call)\",\"session\":\"S\",\"process\":1}\n"
      if number == 0, isViolating {
        text += "{\"callback\":\"\(call)\",\"session\":\"S\",\"process\":1}\n"
      }
    }
    return .bytes(Array(text.utf8), name: name)
  }

  @Test("are listed for the first ones and for violating ones, with any number of workers")
  func room() throws {
    var inputs = (10..<30).map { Self.trace("\($0)", events: 10_000) }
    inputs += [
      Self.trace("30", events: 4, isViolating: true), Self.trace("31", events: 4),
      Self.trace("32", events: 8), Self.trace("33", events: 8, isViolating: true),
      Self.trace("34", events: 0),
    ]
    var options = CheckOptions()
    options.timeline = .upTo(10_000)
    var reading = ReadingOptions()
    let report = checkTraces(inputs, options: options, reading: reading)
    let told = report.traces.filter { $0.timeline != nil }.map(\.path)
    #expect(told == (10...30).map(String.init) + ["33"])
    for index in [20, 23] {
      let alone = try #require(
        checkTraces([inputs[index]], options: options, reading: reading).traces.first)
      var among = report.traces[index]
      // Only among others does a trace have witnesses.
      for index in among.violations.indices { among.violations[index].witness = nil }
      #expect(alone.verdict == .violating && among == alone)
    }
    for jobs in [2, 3] {
      reading.jobs = jobs
      #expect(checkTraces(inputs, options: options, reading: reading) == report)
    }
  }
}
