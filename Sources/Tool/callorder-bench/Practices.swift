/// Launches of an app that also records its own actions: launch, a scene, links, updates, and the background.
func practiceLines(_ limit: Int) -> [UInt8] {
  var text = ""
  var (count, process) = (0, 0)
  func add(_ callback: String, _ members: String = "", isAction: Bool = false) {
    count += 1
    let kind = isAction ? ", \"kind\": \"action\"" : ""
    text += "{\"callback\": \"\(callback)\"\(kind), \"process\": \(process)\(members)}\n"
  }
  let session = ", \"session\": \"A\""
  func act(_ action: String, _ members: String = "") { add(action, members, isAction: true) }
  while count < limit {
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
    for round in 0..<20 where count < limit {
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
