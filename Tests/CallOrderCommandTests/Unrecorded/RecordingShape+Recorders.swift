import TestSupport
import TraceGrammar

/// Recordings of apps whose scenes have different delegates, each of which lacks some methods.
extension RecordingShape {
  static let recorders = [
    recorders("two delegates") { $0.delegate = $1 },
    recorders("two delegates by the class in a name", text: { $0.map(Self.withClass).joined() }) {
      $0.delegate = $1
    },
    recorders("two roles") { event, delegate in
      if event.session != nil { event.role = delegate }
    },
    recorders("two delegates and roles") { event, delegate in
      event.delegate = delegate
      if event.session != nil { event.role = delegate }
    },
  ]

  /// The calls that the app delegate receives, some of them about scenes.
  private static let ofTheApp: Set = [
    "configurationForConnecting", "didDiscard", "willFinishLaunching", "didFinishLaunching",
    "willTerminate", "memoryWarning",
  ]

  private static func recorders(
    _ name: String, text: @escaping @Sendable ([LifeEvent]) -> String = { $0.text },
    _ mark: @escaping @Sendable (inout LifeEvent, _ delegate: String) -> Void
  ) -> RecordingShape {
    var shape = RecordingShape(name: name) { life, random in
      var numbers: [String: Int] = [:]
      let lacking = (0..<2).map { _ in
        Set((transitions + others).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      }
      return life.compactMap { event in
        var event = event
        guard let session = event.session ?? event.sessions.first else {
          mark(&event, "AppDelegate")
          return event
        }
        let number = numbers[session] ?? numbers.count
        numbers[session] = number
        let isOfTheApp = ofTheApp.contains(event.callback)
        if !isOfTheApp, lacking[number % 2].contains(event.callback) { return nil }
        mark(&event, isOfTheApp ? "AppDelegate" : "SceneDelegate\(number % 2)")
        return event
      }
    }
    shape.text = text
    return shape
  }

  private static func withClass(_ event: LifeEvent) -> String {
    var event = event
    if let delegate = event.delegate { event.callback = "\(delegate).\(event.callback)" }
    event.delegate = nil
    return event.line + "\n"
  }
}
