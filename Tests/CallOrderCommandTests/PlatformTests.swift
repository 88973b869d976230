import CallOrderKit
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

/// A grammar knows callbacks of many versions; a trace is judged by its own.
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

  @Test("a callback that it does not have yet is not known")
  func tooNew() {
    #expect(unknownCallbacks(os: "iOS 18.4") == ["windowScene(_:didUpdateEffectiveGeometry:)"])
    #expect(
      unknownCallbacks(os: nil, option: "iOS 18.4")
        == ["windowScene(_:didUpdateEffectiveGeometry:)"])
  }

  @Test("a callback that it has is known, as all are where no version is told")
  func known() {
    #expect(unknownCallbacks(os: "iOS 26.0").isEmpty)
    #expect(unknownCallbacks(os: nil).isEmpty)
    #expect(unknownCallbacks(os: "visionOS 2.0").isEmpty)
  }

  @Test("the trace's own version comes before the option's")
  func precedence() {
    #expect(unknownCallbacks(os: "iOS 26.1", option: "iOS 13.0").isEmpty)
  }
}
