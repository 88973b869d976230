extension LineEncoder {
  /// Writes an event as a line.
  /// - Parameters:
  ///   - launch: the identifier of this run of the app.
  ///   - microseconds: the time since the recording began.
  ///   - isOnMainThread: nil if unknown.
  mutating func event(
    _ event: RecordedEvent, launch: String, microseconds: Int, isOnMainThread: Bool?
  ) {
    raw("{\"callback\":")
    string(event.callback)
    switch event.kind {
    case .delegate: break
    case .notification: raw(",\"kind\":\"notification\"")
    case .action: raw(",\"kind\":\"action\"")
    }
    switch event.phase {
    case nil: break
    case .begin: raw(",\"phase\":\"begin\"")
    case .end: raw(",\"phase\":\"end\"")
    }
    text(",\"session\":", event.session)
    texts(",\"sessions\":", event.sessions)
    if let scene = event.scene {
      raw(",\"scene\":")
      address(scene)
    }
    raw(",\"process\":")
    string(launch)
    raw(",\"time\":")
    seconds(microseconds: microseconds)
    text(",\"role\":", event.role)
    text(",\"state\":", event.state)
    if let isOnMainThread {
      raw(isOnMainThread ? ",\"thread\":\"main\"" : ",\"thread\":\"background\"")
    }
    if let options = event.options { self.options(options) }
    texts(",\"payloads\":", event.payloads)
    text(",\"payload\":", event.payload)
    text(",\"type\":", event.type)
    for index in event.members.indices where !event.isNamedTwice(index) {
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
    raw(",")
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

  private mutating func texts(_ name: StaticString, _ values: [String]) {
    if values.isEmpty { return }
    raw(name)
    list(values)
  }

  private mutating func options(_ options: ConnectionCounts) {
    raw(",\"options\":{\"urls\":")
    number(options.urls)
    raw(",\"userActivities\":")
    number(options.userActivities)
    raw(",\"notificationResponse\":")
    truth(options.notificationResponse)
    raw(",\"shortcutItem\":")
    truth(options.shortcutItem)
    raw(",\"cloudKitShare\":")
    truth(options.cloudKitShare)
    raw(",\"handoff\":")
    truth(options.handoff)
    raw(",\"stateRestoration\":")
    truth(options.stateRestoration)
    raw("}")
  }
}

extension RecordedEvent {
  /// Names that additional members cannot have: no object may contain a name twice.
  private static let ownNames: Set<String> = [
    "callback", "kind", "phase", "session", "sessions", "scene", "process", "time", "duration",
    "role", "state", "thread", "options", "payloads", "payload", "type", "file", "sourceLine",
    "lost",
  ]

  /// Whether the member at an index has a reserved name or the name of an earlier member.
  package func isNamedTwice(_ index: Int) -> Bool {
    let name = members[index].name
    return Self.ownNames.contains(name) || members[..<index].contains { $0.name == name }
  }
}
