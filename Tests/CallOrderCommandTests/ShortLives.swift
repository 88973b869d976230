import CallOrderKit
import TraceFindings
import TraceGrammar

/// Lives of sessions in a few letters, such as `L cfg con fg act`, for tests of whole kinds of orders.
enum ShortLives {
  private static let names: [Substring: String] = [
    "L": "application(_:didFinishLaunchingWithOptions:)",
    "cfg": "application(_:configurationForConnecting:options:)",
    "con": "scene(_:willConnectTo:options:)", "fg": "sceneWillEnterForeground(_:)",
    "act": "sceneDidBecomeActive(_:)", "res": "sceneWillResignActive(_:)",
    "bg": "sceneDidEnterBackground(_:)", "dis": "sceneDidDisconnect(_:)",
    "disc": "application(_:didDiscardSceneSessions:)",
    "car": "templateApplicationScene(_:didConnect:)",
    "nav": "templateApplicationScene(_:didConnect:to:)",
    "carend": "templateApplicationScene(_:didDisconnectInterfaceController:)",
    "navend": "templateApplicationScene(_:didDisconnect:from:)",
  ]

  /// The lines of a life of session A; `P2` begins another process.
  static func lines(_ life: String, process: Bool = true, session: String = "A") -> [String] {
    var number = 1
    var lines: [String] = []
    for word in life.split(separator: " ") {
      if word.hasPrefix("P") {
        number += 1
        continue
      }
      let member =
        word == "L"
        ? "" : word == "disc" ? ",\"sessions\":[\"\(session)\"]" : ",\"session\":\"\(session)\""
      lines.append(
        "{\"callback\":\"\(names[word] ?? String(word))\"\(process ? ",\"process\":\(number)" : "")\(member)}"
      )
    }
    return lines
  }

  /// The report of some lines.
  /// - Parameter records: whether the recording states that it shows everything.
  static func report(
    _ lines: [String], records: Bool = true, against grammar: Grammar = .uiScene()
  ) -> TraceReport {
    let all = (records ? ["{\"records\":\"all\"}"] : []) + lines
    let input = TraceInput.bytes(Array(all.joined(separator: "\n").utf8), name: "trace")
    return checkTraces([input], against: grammar).traces[0]
  }

  /// What is found in a life, as severities, rules and events.
  static func found(_ life: String, records: Bool = true) -> [String] {
    report(lines(life), records: records).violations.map {
      "\($0.severity) \($0.rule) \($0.event)"
    }
  }
}
