internal import CallOrderEvents

extension LineEncoder {
  /// Writes an event as a line.
  /// - Parameter isOnMainThread: nil if unknown.
  package mutating func event(_ event: RecordedEvent, isOnMainThread: Bool? = nil) {
    if event.kind == .gap { return lost(event.lost) }
    raw("{\"callback\":")
    string(event.callback)
    text(",\"kind\":", event.kind == .delegate ? nil : event.kind.rawValue)
    text(",\"phase\":", event.phase?.rawValue)
    text(",\"session\":", event.session)
    texts(",\"sessions\":", event.sessions)
    text(",\"scene\":", event.scene)
    text(",\"process\":", event.process)
    seconds(",\"time\":", event.time)
    seconds(",\"duration\":", event.duration)
    text(",\"role\":", event.role)
    text(",\"caller\":", event.caller)
    text(",\"through\":", event.through)
    text(",\"state\":", event.state)
    if let isOnMainThread {
      raw(isOnMainThread ? ",\"thread\":\"main\"" : ",\"thread\":\"background\"")
    }
    if !event.options.isEmpty {
      raw(",\"options\":{")
      for index in event.options.indices {
        if index > 0 { raw(",") }
        member(event.options[index])
      }
      raw("}")
    }
    texts(",\"payloads\":", event.payloads)
    text(",\"payload\":", event.payload)
    text(",\"type\":", event.type)
    for index in event.members.indices where !event.isNamedTwice(index) {
      raw(",")
      member(event.members[index])
    }
    text(",\"file\":", event.file)
    if let line = event.sourceLine {
      raw(",\"sourceLine\":")
      number(line)
    }
    raw("}\n")
  }

  /// Writes a line that says how many events are missing here.
  mutating func lost(_ count: Int) {
    raw("{\"lost\":")
    number(count)
    raw("}\n")
  }

  private mutating func member(_ member: RecordedEvent.Member) {
    string(member.name)
    raw(":")
    switch member.value {
    case .text(let text): string(text)
    case .number(let number): self.number(number)
    case .truth(let truth): self.truth(truth)
    case .list(let texts): list(texts)
    }
  }

  private mutating func text(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    raw(name)
    string(value)
  }

  private mutating func seconds(_ name: StaticString, _ value: Double?) {
    guard let value, value.magnitude < 1e12 else { return }
    raw(name)
    seconds(microseconds: Int(value * 1e6 + (value < 0 ? -0.5 : 0.5)))
  }

  private mutating func texts(_ name: StaticString, _ values: [String]) {
    if values.isEmpty { return }
    raw(name)
    list(values)
  }
}
