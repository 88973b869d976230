import CallOrderKit
import TestSupport
import Testing

@Suite("The guide for users of the library") struct GuideTests {
  @Test("shows the code that is compiled and run here, and all of it")
  func code() {
    let page = "Sources/Tool/CallOrderKit/Documentation.docc/UsingTheLibrary.md"
    let blocks = Repository.codeBlocks(of: page).filter { $0.language == "swift" }.map(\.code)
    let example = Repository.text("Tests/CallOrderKitTests/GuideExample.swift")
    #expect(blocks.joined(separator: "\n") == example)
  }

  @Test("checks files")
  func files() {
    let folder = Repository.path("traces/violating/background-without-resign/")
    let bad = check([folder + "realistic.json", folder + "missing.json"])
    #expect(!bad.isConforming)
    #expect(bad.text.contains("[background-without-resign]"))
    #expect(bad.text.contains("missing.json: no such file or directory"))
    let good = check([Repository.path("traces/conforming/cold-launch.json")])
    #expect(good.isConforming, "\(good.text)")
  }

  @Test("writes a page by your own grammar")
  func ownGrammar() throws {
    let text = Repository.text("Tests/TraceGrammarTests/Grammars/tcp.lifecycle")
    let trace = #"{"callback": "hostDidBoot(_:)", "host": "h"}"#
    let input = TraceInput.bytes(Array(trace.utf8), name: "h.jsonl")
    let bytes = try #require(page(of: [input], lifecycle: text))
    let html = String(decoding: bytes, as: UTF8.self)
    #expect(html.contains("h.jsonl") && html.contains("TCPConnection"))
    #expect(page(of: [], lifecycle: "grammar") == nil)
  }

  @Test("watches a run of an app") @MainActor
  func live() throws {
    var told: [Violation] = []
    let monitor = LifecycleMonitor(process: "4021") { told.append($0) }
    monitor.record("application(_:didFinishLaunchingWithOptions:)")
    for callback in [
      "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
      "sceneDidEnterBackground(_:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    ] {
      monitor.record(callback, session: "A")
    }
    #expect(told.map(\.rule) == ["background-without-resign"])
    let text = monitor.finish()
    #expect(text.contains("this run:5"))
    #expect(text.contains("+ willResignActive     inactive    missing"))
    #expect(monitor.finish().contains("this run: the trace has no events"))
  }
}
