import TestSupport
import TraceGrammar

/// Recordings that are text logs.
extension RecordingShape {
  static let logs = [
    log("a text log") { event in
      let place = event.session.map { " session=\($0)" } ?? ""
      return
        "1970-01-01 00:00:02.125 Df Notes[\(event.process ?? 1):13ab5] [scenes] \(name(event))\(place)"
    },
    log("a text log, of the system") { event in
      let place = event.session.map { " session=\($0)" } ?? ""
      return
        "Jan  2 00:00:01 iPhone Notes(Foundation)[\(event.process ?? 1)] <Notice>: \(name(event))\(place)"
    },
    log("a text log, no session") { event in
      "1970-01-01 00:00:02.125 Df Notes[\(event.process ?? 1):13ab5] [scenes] \(name(event))"
    },
    log("a console without anything else") { name($0) },
  ]

  private static func log(
    _ shape: String, _ line: @escaping @Sendable (LifeEvent) -> String
  ) -> RecordingShape {
    var shape = RecordingShape(name: shape) { life, _ in life }
    shape.text = { life in life.map { line($0) + "\n" }.joined() }
    return shape
  }

  /// The callbacks as a log names them.
  private static let names: [String: String] = Dictionary(
    uniqueKeysWithValues: Grammar.uiScene().callbacks.map { ($0.name, $0.swift.first ?? $0.name) })

  private static func name(_ event: LifeEvent) -> String { names[event.callback] ?? event.callback }
}
