import TestSupport
import TraceGrammar

/// One event of a generated trace of windows and notes, in a simple form.
struct FormEvent: CustomStringConvertible {
  enum Phase: String { case whole, begin, end }

  /// The name of the callback; empty if events were lost.
  var callback = ""
  var isNotification = false
  var phase = Phase.whole
  /// The app; empty if the event does not name it.
  var app = ""
  /// The windows that the event names, and the note; empty if it names none.
  var windows: [String] = []
  var note: String?
  var value: String?
  /// Seconds.
  var time: Double?
  var duration: Double?

  var isGap: Bool { callback.isEmpty }

  /// The subjects of a kind that the event names.
  func names(_ kind: SubjectKindID) -> [String] {
    switch kind {
    case 0: app.isEmpty ? [] : [app]
    case 1: Set(windows).sorted()
    default: note.map { [$0] } ?? []
    }
  }

  /// The event as one line of JSON Lines.
  var description: String {
    if isGap { return #"{"lost":0}"# }
    var members = ["\"callback\":\"\(isNotification ? "Posted" : callback)\""]
    if !app.isEmpty { members.append("\"app\":\"\(app)\"") }
    if isNotification { members.append("\"kind\":\"notification\"") }
    if phase != .whole { members.append("\"phase\":\"\(phase)\"") }
    if windows.count == 1 {
      members.append("\"window\":\"\(windows[0])\"")
    } else if windows.count > 1 {
      members.append("\"windows\":[\(windows.map { "\"\($0)\"" }.joined(separator: ","))]")
    }
    if let note { members.append("\"note\":\"\(note)\"") }
    if let value { members.append("\"value\":\"\(value)\"") }
    if let time { members.append("\"time\":\(time)") }
    if let duration { members.append("\"duration\":\(duration)") }
    return "{\(members.joined(separator: ","))}"
  }
}

extension FormGrammar {
  /// A trace of a few apps. In some traces, launches are not recorded, events are lost, or events name no subject.
  mutating func trace() -> [FormEvent] {
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    let (hasGaps, hasNameless, hasPhases) = (chance(3), chance(3), chance(2))
    let (hasTimes, isInterleaved) = (!chance(4), chance(5))
    let windows = ["x", "y", "z"].prefix(Int.random(in: 1...3, using: &random))
    let notes = ["p", "q"].prefix(Int.random(in: 1...2, using: &random))
    var events: [FormEvent] = []
    for app in 1...Int.random(in: 1...3, using: &random) {
      if !chance(4) { events.append(FormEvent(callback: "launch", app: "\(app)")) }
      for _ in 0..<Int.random(in: 2...14, using: &random) {
        if hasGaps && chance(14) {
          events.append(FormEvent())
          continue
        }
        let kinds: [SubjectKindID] = [0, 1, 1, 2, 2]
        let kind = kinds.randomElement(using: &random) ?? 1
        var event = FormEvent(callback: Self.callbacks[kind].randomElement(using: &random) ?? "")
        // A second launch is rare.
        if event.callback == "launch" && !chance(4) { event.callback = "a1" }
        event.app = "\(app)"
        event.isNotification = event.callback == Self.posted && chance(3)
        if kind == 1 || !chance(3) { event.windows = [windows.randomElement(using: &random) ?? ""] }
        if kind == 1 && chance(10) { event.windows = Array(windows) }
        if kind == 2 || !chance(3) { event.note = notes.randomElement(using: &random) }
        if hasNameless && chance(10) { event.windows = [] }
        if hasNameless && chance(10) { event.note = nil }
        event.value = ["1", "2", "3", nil].randomElement(using: &random) ?? nil
        events.append(event)
      }
    }
    for place in events.indices.dropLast() where isInterleaved && chance(2) {
      events.swapAt(place, place + 1)
    }
    if hasPhases { events = split(events) }
    if chance(4) {
      for place in events.indices.dropFirst() where events[place].phase == .whole && chance(8) {
        events[place].app = ""
      }
    }
    var now = 0.0
    for place in events.indices where hasTimes && !events[place].isGap {
      now += Double(Int.random(in: 0...6, using: &random)) / 4
      if !chance(10) { events[place].time = now }
      if events[place].phase == .whole && chance(3) {
        events[place].duration = Double(Int.random(in: 0...8, using: &random)) / 4
      }
    }
    return events
  }

  /// The events with some calls split into a beginning and an end.
  private mutating func split(_ events: [FormEvent]) -> [FormEvent] {
    var events = events
    var place = 0
    while place < events.count {
      let event = events[place]
      let isOpen = events[..<place].last { $0.callback == event.callback }?.phase == .begin
      if !event.isGap && !event.isNotification && event.phase == .whole && event.windows.count < 2
        && !isOpen && Int.random(in: 0..<4, using: &random) == 0
      {
        let end = min(events.count, place + Int.random(in: 1...4, using: &random))
        if !events[place..<end].dropFirst().contains(where: { $0.callback == event.callback }) {
          events[place].phase = .begin
          var ending = event
          ending.phase = .end
          events.insert(ending, at: end)
        }
      }
      place += 1
    }
    return events
  }
}
