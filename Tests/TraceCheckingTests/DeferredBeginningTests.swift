import TestSupport
import TraceModel
import Testing
import TraceChecking
import TraceFindings

@Suite("A launch whose process only the next event names")
struct DeferredBeginningTests {
  private let text = """
    {"callback": "willFinishLaunching"}
    {"callback": "didFinishLaunching"}
    {"callback": "willFinishLaunching", "duration": 25}
    {"callback": "didFinishLaunching"}
    """

  @Test("is listed in the timeline, in the lane of its process")
  func timeline() throws {
    var options = CheckOptions()
    options.timeline = .upTo(100)
    for unknown in ["", "{\"callback\": \"nobodyKnowsThis\"}\n"] {
      var lines = text.split(separator: "\n").map(String.init)
      if !unknown.isEmpty { lines.insert(String(unknown.dropLast()), at: 3) }
      let report = try TraceCheck(TraceCheck.uiScene, options: options)
        .report(of: lines.joined(separator: "\n"))
      let timeline = try #require(report.timeline)
      #expect(timeline.entries.map(\.event) == Array(1...lines.count))
      #expect(timeline.isComplete)
      #expect(timeline.entries[2].lanes == [1])
      #expect(timeline.entries[2].duration == 25)
    }
  }
}
