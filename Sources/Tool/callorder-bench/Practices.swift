import CallOrderKit
import TraceFindings
import TraceGrammar
import TraceReading

/// Launches of an app that also records its own actions: launch, a scene, links, updates, and the background.
private func practiceLines(events: Int) -> [UInt8] {
  var text = ""
  var (count, process) = (0, 0)
  func add(_ callback: String, _ members: String = "", isAction: Bool = false) {
    count += 1
    let kind = isAction ? ", \"kind\": \"action\"" : ""
    text += "{\"callback\": \"\(callback)\"\(kind), \"process\": \(process)\(members)}\n"
  }
  let session = ", \"session\": \"A\""
  func act(_ action: String, _ members: String = "") { add(action, members, isAction: true) }
  while count < events {
    process += 1
    add("application(_:didFinishLaunchingWithOptions:)")
    act("setUp")
    act("boot")
    add(
      "scene(_:willConnectTo:options:)",
      session + ", \"role\": \"windowApplication\", \"options\": {\"stateRestoration\": false}")
    act("createWindow", session + ", \"windowScene\": true")
    add("sceneWillEnterForeground(_:)", session)
    add("sceneDidBecomeActive(_:)", session)
    act("appBecameActive")
    act("ready")
    for round in 0..<20 where count < events {
      add("scene(_:openURLContexts:)", session + ", \"payloads\": [\"p\(round)\"]")
      act("handle", session + ", \"payload\": \"p\(round)\"")
      let update = ", \"update\": \"u\(round)\""
      for action in ["viewEvent", "changeModel", "saveModel", "post"] { act(action, update) }
      act("showUpdate", session + update)
      add("sceneWillResignActive(_:)", session)
      act("saveState", session + ", \"activity\": \"a\(process)-\(round)\"")
      add("sceneDidEnterBackground(_:)", session)
      act("appEnteredBackground")
      add("sceneWillEnterForeground(_:)", session)
      add("sceneDidBecomeActive(_:)", session)
      act("appBecameActive")
    }
  }
  return Array(text.utf8)
}

/// Compares the grammar of practices with UIKit's grammar, which does not know the actions.
@MainActor func practiceRows(events: Int, _ measurement: Measurement) {
  let text = practiceLines(events: events)
  for name in ["UIScene", "UIScenePractices"] {
    guard let grammar = ShippedGrammar.named(name)?.grammar() else { continue }
    let row = "calls and actions, by \(name)"
    if measurement.leavesOut(row) { continue }
    measurement.measure(row, events: events, bytes: text.count) {
      let report = checkTraces([TraceInput.bytes(text, name: "life.jsonl")], against: grammar)
      let isLegal = report.traces.allSatisfy { $0.counts.errors + $0.counts.warnings == 0 }
      precondition(isLegal, "a violation was reported in a generated legal trace")
    }
  }
}
