import TestSupport

/// A mistake that is injected into a legal life.
enum InjectedFault: CaseIterable {
  case delete, duplicate, swap, insert, discardWhileConnected
  case legacyCall, secondLaunch, sceneBeforeLaunch, sceneAfterTerminate

  /// Whether it breaks only the lifecycle of one session.
  var isAboutASession: Bool {
    switch self {
    case .delete, .duplicate, .swap, .insert, .discardWhileConnected: true
    case .legacyCall, .secondLaunch, .sceneBeforeLaunch, .sceneAfterTerminate: false
    }
  }

  /// The life with the mistake, and the number of its event; nil if it does not fit anywhere.
  func injected(
    into life: [LifeEvent], in range: Range<Int>, _ random: inout SeededGenerator
  ) -> (trace: [LifeEvent], event: Int)? {
    var trace = life
    let transitions = range.filter {
      life[$0].session != nil && SessionLaw.callbacks.contains(life[$0].callback)
    }
    guard let place = transitions.randomElement(using: &random) else { return nil }
    let event = life[place]
    switch self {
    case .delete:
      trace.remove(at: place)
      return (trace, place + 1)
    case .duplicate:
      trace.insert(event, at: place + 1)
      return (trace, place + 2)
    case .swap:
      let rest = life[(place + 1)...]
      guard
        let next = rest.firstIndex(where: {
          $0.session == event.session || $0.sessions.contains(event.session ?? "")
        }), transitions.contains(next), life[next].process == event.process
      else { return nil }
      trace[place].callback = life[next].callback
      trace[next].callback = event.callback
      return (trace, place + 1)
    case .insert, .discardWhileConnected:
      let connected = [
        "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
        "didEnterBackground",
      ]
      if self == .discardWhileConnected && !connected.contains(event.callback) { return nil }
      let name =
        self == .insert
        ? SessionLaw.callbacks.randomElement(using: &random) ?? "didDisconnect" : "didDiscard"
      trace.insert(
        LifeEvent(name, session: event.session, process: event.process), at: place + 1)
      return (trace, place + 2)
    case .legacyCall:
      trace.insert(LifeEvent("applicationDidBecomeActive", process: event.process), at: place + 1)
      return (trace, place + 2)
    case .secondLaunch:
      trace.insert(LifeEvent("didFinishLaunching", process: event.process), at: place + 1)
      return (trace, place + 2)
    case .sceneBeforeLaunch, .sceneAfterTerminate:
      let boundary = self == .sceneBeforeLaunch ? "didFinishLaunching" : "willTerminate"
      let start = self == .sceneBeforeLaunch ? "willFinishLaunching" : "willTerminate"
      guard
        let launch = life.firstIndex(where: {
          $0.callback == boundary && $0.process == event.process
        }),
        life.contains(where: { $0.callback == start && $0.process == event.process })
      else { return nil }
      let at = self == .sceneBeforeLaunch ? launch : launch + 1
      let name = self == .sceneBeforeLaunch ? "willEnterForeground" : "didUpdate"
      trace.insert(LifeEvent(name, session: event.session, process: event.process), at: at)
      return (trace, at + 1)
    }
  }
}
