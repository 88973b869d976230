import CallOrderEvents
import Testing
import TraceModel
import TraceReading

@testable import CallOrderCore

/// Events in memory are stored as a reader stores them.
@Suite("Events in memory as a trace") struct StoredEventsTests {
  private static let members = EventMembers(
    single: ["pair", "process", "session", "scene", "role", "state", "n", "options.urls", "l"],
    sets: ["sessions", "payloads"], firstLoose: 6, identityCount: 4,
    joined: [EventMembers.Joined(place: 0, parts: [1, 2])])

  /// What a store says about each event, in words.
  private func told(_ store: TraceStore) -> [String] {
    store.events.enumerated().map { index, event in
      let values = store.members.single.indices.map { place in
        store.names.string(store.value(place, of: event))
      }
      let sets = store.members.sets.indices.map { set in
        store.identities(inSet: set, of: event.who).map { store.names.string($0) }
      }
      let callback = store.callback(of: event.how)
      return
        "\(event.line) \(callback.isNone ? "none" : store.names.string(callback)) \(store.kind(of: event.how))"
        + " \(store.phase(of: event.how)) \(event.time) \(store.duration(of: index)) \(values) \(sets)"
    }
  }

  @Test("is what a reader makes of a recording of them")
  func recorded() throws {
    var first = RecordedEvent(
      "scene(_:willConnectTo:options:)", session: "A/1", scene: "0x1", process: "7", role: "r",
      time: 1.5)
    first.options = [.init("urls", .number(2)), .init("more", .truth(true))]
    first.payloads = ["p", "q"]
    let events = [
      first,
      RecordedEvent(
        "discard", phase: .end, sessions: ["A", "B"], process: "7", time: 2, duration: 0.25),
      .gap,
      RecordedEvent("handle", kind: .action, members: ["n": -3, "l": ["x", "y"], "other": "z"]),
      RecordedEvent("note", kind: .notification, phase: .begin, time: .nan, duration: -1),
    ]
    var stored = StoredEvents(Self.members, lineOffset: 1)
    for event in events { stored.append(event) }
    let text = #"""
      {"format":"callorder.trace/1"}
      {"callback":"scene(_:willConnectTo:options:)","session":"A/1","scene":"0x1","process":"7","role":"r","time":1.5,"options":{"urls":2,"more":true},"payloads":["p","q"]}
      {"callback":"discard","phase":"end","sessions":["A","B"],"process":"7","time":2,"duration":0.25}
      {"lost":0}
      {"callback":"handle","kind":"action","n":-3,"l":["x","y"],"other":"z"}
      {"callback":"note","kind":"notification","phase":"begin"}
      """#
    let read = try StoredTrace(MemorySource(Array(text.utf8)), members: Self.members)
    #expect(told(stored.store) == told(read.store))
    #expect(told(read.store)[0].contains(#"["7/A\\/1", "7", "A/1""#))
  }
}
