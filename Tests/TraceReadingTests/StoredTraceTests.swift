import Testing
import TraceModel
import TraceReading

@Suite("A stored trace") struct StoredTraceTests {
  private static let members = EventMembers(
    single: ["process", "session", "scene", "role", "state"], sets: ["sessions"], identityCount: 3)

  private func stored(_ text: String, _ members: EventMembers = members) throws -> TraceStore {
    try StoredTrace(MemorySource(Array(text.utf8)), members: members).store
  }

  @Test("has what each event says")
  func values() throws {
    let store = try stored(
      #"""
      {"callback":"a","process":7,"session":"s","role":"r","time":1.5,"duration":0.25}

      {"callback":"b","kind":"notification","phase":"end","scene":"x","sessions":["s","t"]}
      {"lost":3}
      """#)
    let events = store.events
    #expect(events.map(\.line) == [1, 3, 4])
    #expect(events.map { store.names.string(store.callback(of: $0.how)) } == ["a", "b", ""])
    #expect(events.map { store.kind(of: $0.how) } == [.delegate, .notification, .gap])
    #expect(events.map { store.phase(of: $0.how) } == [.whole, .end, .whole])
    #expect(
      (0..<5).map { store.names.string(store.value($0, of: events[0])) }
        == ["7", "s", "", "r", ""])
    #expect(store.names.string(store.value(2, of: events[1])) == "x")
    #expect(
      store.identities(inSet: 0, of: events[1].who).map { store.names.string($0) } == ["s", "t"])
    #expect(store.identities(inSet: 0, of: events[0].who) == [])
    #expect(events[0].time == 1.5 && events[1].time.isNaN)
    #expect(store.duration(of: 0) == 0.25)
    #expect(store.duration(of: 1).isNaN && store.duration(of: 2).isNaN)
    #expect(events[2].who.index == 0)
  }

  @Test("has one row for events that are about the same, and one for those that came the same way")
  func rows() throws {
    let store = try stored(
      #"""
      {"callback":"a","session":"s","role":"r"}
      {"callback":"a","session":"t","role":"r"}
      {"callback":"b","session":"s","role":"r"}
      {"role":"r","callback":"a","session":"s","time":3}
      {"callback":"a","scene":"s","role":"r"}
      {"callback":"a","sessions":["s"]}
      {"callback":"a","sessions":["s","t"]}
      {"callback":"a","sessions":["s"]}
      """#)
    let who = store.events.map(\.who.index)
    #expect(who == [1, 2, 1, 1, 3, 4, 5, 4])
    let how = store.events.map(\.how.index)
    #expect(how == [0, 0, 1, 0, 0, 2, 2, 2])
  }

  @Test("has the identities that several members make together")
  func joined() throws {
    let members = EventMembers(
      single: ["pair", "a", "b"], sets: [],
      joined: [EventMembers.Joined(place: 0, parts: [1, 2])])
    let store = try stored(
      #"""
      {"callback":"c","a":"1","b":"2/3"}
      {"callback":"c","a":"1"}
      """#, members)
    #expect(
      store.events.map { store.names.string(store.value(0, of: $0)) } == ["1/2\\/3", ""])
  }

  @Test("takes at most 64 bytes for an ordinary event")
  func memory() throws {
    let lines = (0..<20_000).map {
      #"{"callback":"sceneDidBecomeActive(_:)","session":"0F3B\#($0 / 20)","process":7,"time":\#($0)}"#
    }
    let store = try stored(lines.joined(separator: "\n"))
    #expect(store.events.count == 20_000)
    #expect(MemoryLayout<StoredEvent>.stride == 24)
    #expect(store.memorySize / store.events.count <= 64)
  }
}
