import CallOrderKit
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

/// A grammar has the callbacks of many OS versions; a trace is judged by its own version.
@Suite("The OS version") struct PlatformTests {
  private func unknownCallbacks(os: String?, option: String? = nil) -> [String] {
    let metadata = os.map { #""metadata": {"os": "\#($0)"}, "# } ?? ""
    let text = #"""
      {"format": "callorder.trace/1", \#(metadata)"events": [
        {"callback": "didFinishLaunching"},
        {"callback": "willConnect"},
        {"callback": "windowScene(_:didUpdateEffectiveGeometry:)"}
      ]}
      """#
    var options = CheckOptions()
    options.platform = option.flatMap { PlatformVersion($0) }
    let input = TraceInput(
      path: "trace.json",
      open: { () throws(ByteSourceError) in MemorySource(Array(text.utf8)) })
    let report = checkTraces([input], against: .uiScene(), options: options)
    return report.traces.flatMap { $0.unknownCallbacks.map(\.callback) }
  }

  @Test("a recording of watchOS, which has no scenes, is not judged, and gets no advice for UIKit")
  func watch() throws {
    let text = #"""
      {"format": "callorder.trace/1", "metadata": {"os": "watchOS 11.0"}, "records": "all", "events": [
        {"callback": "applicationDidBecomeActive", "process": 1},
        {"callback": "applicationWillResignActive", "process": 1}
      ]}
      """#
    let report = checkTraces([.bytes(Array(text.utf8), name: "watch.json")])
    let trace = try #require(report.traces.first)
    #expect(trace.verdict == .inconclusive && trace.violations == [])
    #expect(trace.notes.map(\.id) == ["no-scenes"])
    #expect(trace.reason == "watchOS has no scenes, and UIScene describes apps with scenes")
  }

  @Test("a callback that it does not have yet is unknown")
  func tooNew() {
    #expect(unknownCallbacks(os: "iOS 18.4") == ["windowScene(_:didUpdateEffectiveGeometry:)"])
    #expect(
      unknownCallbacks(os: nil, option: "iOS 18.4")
        == ["windowScene(_:didUpdateEffectiveGeometry:)"])
  }

  @Test("a callback that it has is known; without a version, all callbacks are")
  func known() {
    #expect(unknownCallbacks(os: "iOS 26.0").isEmpty)
    #expect(unknownCallbacks(os: nil).isEmpty)
    #expect(unknownCallbacks(os: "visionOS 2.0").isEmpty)
  }

  @Test("the version in the trace wins over the option")
  func precedence() {
    #expect(unknownCallbacks(os: "iOS 26.1", option: "iOS 13.0").isEmpty)
  }
}
