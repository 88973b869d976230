internal import TraceGrammar

extension Grammar {
  static let uiSceneText = """
    grammar UIScene "1" { text "Pending." }
    subject session { member "session" }
    callback willConnect about session { swift "scene(_:willConnectTo:options:)" }
    callback didDisconnect about session { swift "sceneDidDisconnect(_:)" }
    lifecycle session about session {
      new -> willConnect connected
      connected -> didDisconnect new
    }
    rule connect-while-connected error in session {
      on willConnect in connected
      title "A connected scene is not connected again"
      message "{callback} came in {states}"
      why "Because." link "https://example.com"
    }
    """
}
