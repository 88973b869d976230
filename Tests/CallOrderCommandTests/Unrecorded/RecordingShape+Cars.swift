import TestSupport
import TraceGrammar

/// Recordings of apps with CarPlay scenes, which have their own connection call, and of indistinguishable windows.
extension RecordingShape {
  static let cars =
    [
      car("CarPlay") { life, _ in life },
      car("CarPlay, without its call") { life, _ in
        life.filter { $0.callback != "templateSceneDidConnect" }
      },
      car("CarPlay, some callbacks") { someCallbacks($0, &$1) },
      car("CarPlay, some callbacks, by scene", naming: .byScene) { someCallbacks($0, &$1) },
      car("CarPlay, some callbacks, no process") { life, random in
        someCallbacks(life, &random, always: launch).map { event in
          var event = event
          event.process = nil
          return event
        }
      },
      car("CarPlay, some callbacks, late in every process") { life, random in
        late(someCallbacks(life, &random), &random)
      },
      car("CarPlay, some callbacks, with losses") { life, random in
        withLosses(someCallbacks(life, &random), &random)
      },
      car("CarPlay, no identity") { life, _ in life.map(unnamed) },
      car("CarPlay, no identity but the process") { life, _ in
        life.map { event in
          var unnamed = unnamed(event)
          unnamed.process = event.process
          return unnamed
        }
      },
      car("CarPlay, some callbacks, no identity") { life, random in
        someCallbacks(life, &random, always: launch).map(unnamed)
      },
    ] + [
      RecordingShape(name: "no identity, some callbacks") { life, random in
        someCallbacks(life, &random, always: launch).map(unnamed)
      }
    ]

  /// The launch callback that every process has; willFinishLaunching comes only in some lives.
  private static let launch = "didFinishLaunching"

  private static func car(
    _ name: String, naming: LifeGenerator.Style.Naming = .bySession,
    _ record: @escaping @Sendable ([LifeEvent], inout SeededGenerator) -> [LifeEvent]
  ) -> RecordingShape {
    var shape = RecordingShape(name: name, record: record)
    shape.style.naming = naming
    shape.style.hasCars = true
    shape.style.sessions = 1...4
    return shape
  }

  private static func someCallbacks(
    _ life: [LifeEvent], _ random: inout SeededGenerator, always kept: String = ""
  ) -> [LifeEvent] {
    let all = transitions + others + ["templateSceneDidConnect"]
    let lacking = Set(all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    return life.filter { $0.callback == kept || !lacking.contains($0.callback) }
  }

  static func late(
    _ life: [LifeEvent], _ random: inout SeededGenerator
  ) -> [LifeEvent] {
    var (process, left) = (-1, 0)
    return life.filter { event in
      if event.process != process {
        (process, left) = (event.process ?? -1, Int.random(in: 0...8, using: &random))
      }
      left -= 1
      return left < 0
    }
  }

  static func withLosses(
    _ life: [LifeEvent], _ random: inout SeededGenerator
  ) -> [LifeEvent] {
    var life = life
    for _ in 0..<3 where !life.isEmpty {
      let first = Int.random(in: 0..<life.count, using: &random)
      let last = min(life.count, first + Int.random(in: 0...8, using: &random))
      life.replaceSubrange(first..<last, with: [.gap])
    }
    return life
  }

  private static func unnamed(_ event: LifeEvent) -> LifeEvent {
    var event = event
    (event.session, event.sessions, event.scene, event.process) = (nil, [], nil, nil)
    return event
  }
}
