internal import TraceModel

/// A message of a log, with what the log says about it elsewhere.
struct LogMessage {
  var bytes: [UInt8]
  /// The line of the message, at whose start patterns may also match; nil if there is none.
  var line: [UInt8]?
  /// The number of that line; nil if there is none.
  var number: Int?
  /// Seconds from any origin.
  var time: Double?
  /// The name of the program that wrote it, and the id of its process.
  var program: String?
  var process: String?
  /// The source line that wrote it, if the log says so beside the message.
  var place: SourcePlace?
  /// Whether it is the beginning or the end of a call, if the log says so beside the message.
  var phase: CallPhase?
  /// Whether the system itself wrote it, so that only the user's patterns apply.
  var isSystems = false
  /// Whether it is longer than the bytes.
  var isCut = false
  /// Whether the recording ends with it, perhaps inside of it.
  var isLast = false
}

/// Reads lifecycle calls from the messages of a log.
///
/// The `NameFinder` finds which callbacks a message names, the `CallRule` decides whether that is a call, and `SameCall`
/// joins the lines of one. What may be a call but cannot be read makes unknown what it may have changed.
struct LogReader: Sendable {
  let options: ForeignOptions
  private let names: CallbackVocabulary.Names
  private let rule: CallRule
  /// The members that messages may label.
  private let labeled: [String]
  /// Whether somebody wants to see the messages themselves.
  private let showsText: Bool
  private(set) var log = LogNotes()
  private var same = SameCall()
  private var identities = CutIdentities()
  /// The process of the last call; nil if it told none.
  private var lastProcess: String?
  /// Whether calls may be missing here.
  private var hasGap = false
  /// Words that look like callbacks, and whether they are misspelt ones.
  private var misspelt: [String: Bool] = [:]
  private static let wordLimit = 1_000

  /// How many bytes of a message are searched.
  static let lengthLimit = 16 << 10
  /// How much of the text around a name decides whether it is called.
  private static let surroundings = 512

  init(_ options: ForeignOptions) {
    self.options = options
    // Every log tells the process outside of its messages.
    labeled = options.members.single.prefix(options.members.firstShown).filter { $0 != "process" }
    showsText = options.members.single.contains(EventMembers.logLine)
    let names = options.vocabulary.names()
    self.names = names
    rule = CallRule { names.spoken.receiver(named: $0) != nil }
  }

  /// Says that calls may be missing between the messages before and after.
  mutating func noteBreak() {
    hasGap = hasGap || log.readCount > 0
    same.restart()
  }

  /// What a message means.
  mutating func read(_ message: LogMessage) -> ForeignElement {
    let element = meaning(of: message)
    guard case .events(let events) = element else { return element }
    if log.readCount == 0 {
      // Before the first call nothing is known anyway, unless it is stated.
      hasGap = true
      return .other
    }
    defer { hasGap = false }
    return .events(hasGap ? [.gap(time: message.time)] + events : events)
  }

  private mutating func meaning(of whole: LogMessage) -> ForeignElement {
    var message = whole
    message.isCut = whole.isCut || whole.bytes.count > Self.lengthLimit
    message.bytes = Array(whole.bytes.prefix(Self.lengthLimit))
    message.line = whole.line.map { Array($0.prefix(Self.lengthLimit)) }
    let bytes = message.bytes
    let texts = [bytes, message.line].compactMap(\.self)
    var budget = MessagePattern.costLimit
    if let event = byPattern(texts, &budget) { return call(event, text: [], message) }
    if budget < 0 {
      log.longCount += 1
      return .events([.gap(time: message.time)])
    }
    if Self.tellsLoss(bytes) { return .events([.gap(time: message.time)]) }
    if let said = words(names.sentences, in: bytes) {
      // The platform's last words stand in the console without a head.
      message.process = message.process ?? lastProcess
      return call(event(said.spelling, [:]), text: [], message)
    }
    if message.isSystems { return unknown(texts, message) }
    let own = words(options.messageWords, in: bytes)
    var found = NameFinder(bytes, options.vocabulary, names.spoken, sender: message.place?.file)
      .names()
    // A callback that is called stays one, whatever the app does there.
    let isNamed = own.map { own in
      found.contains {
        $0.isName && !$0.range.overlaps(own.range) && isCalled($0, in: bytes)
      }
    }
    if let own, isNamed == false { found = [own] }
    if found.allSatisfy({ $0.kind == .misspelt }), let action = action(in: bytes) {
      found = [action]
    }
    var unclear = found.filter { $0.isName || $0.kind == .oneOfSeveral }
    let isOne = Set(unclear.map(\.callback)).count == 1
    if let name = unclear.first, name.isName, isOne, isCalled(name, in: bytes, isOwn: name == own) {
      var event = event(name.spelling, bytes, name.range)
      let (before, after) = (bytes[..<name.range.lowerBound], bytes[name.range.upperBound...])
      event.phase = CallPhase(
        before: text(before.suffix(64))[...], after: text(after.prefix(64))[...])
      let head = (message.line ?? bytes).dropLast(bytes.count)
      let element = call(event, at: name.range, text: Array(head + before) + after, message)
      guard isNamed == true, let own, names.actions.contains(own.callback),
        case .events(let events) = element, var action = events.last
      else { return element }
      (action.callback, action.phase) = (own.spelling, .whole)
      return .events(events + [action])
    }
    if found.allSatisfy({ $0.kind == .misspelt }), let phase = FrameworkPhase(bytes) {
      return read(phase, message)
    }
    if let name = message.program, log.isOther(name) { return .other }
    let isSeveral = unclear.count > 1 && !isOne
    if unclear.isEmpty {
      let first = found.first { isMisspelt($0, in: bytes) } ?? found.first { $0.kind == .inWords }
      guard let first else { return unknown(texts, message) }
      unclear = [first]
    }
    return unread(
      unclear.map { name in
        var event = event(name.spelling, bytes, name.range)
        if !name.isName { event.callback = name.callback.isEmpty ? name.spelling : name.callback }
        return name.kind == .oneOfSeveral ? .gap(time: nil) : event
      }, unclear[0], isSeveral ? "names several" : nil, message)
  }

  // MARK: Calls

  private func byPattern(_ texts: [[UInt8]], _ budget: inout Int) -> ForeignEvent? {
    for pattern in options.messagePatterns {
      for text in texts {
        let found = pattern.match(text, within: &budget) { [options, names] in
          options.vocabulary.meaning($0) != nil || names.spoken.callback($0) != nil
        }
        guard var members = found, let callback = members.removeValue(forKey: "callback") else {
          continue
        }
        let phase = members.removeValue(forKey: MessagePattern.phase).flatMap {
          CallPhase(word: $0)
        }
        let spoken =
          options.vocabulary.meaning(callback) == nil ? names.spoken.callback(callback) : nil
        // What follows a value in a sentence is not a part of it.
        var event = event(
          spoken ?? callback, members.mapValues { String($0.prefix { !",;".contains($0) }) })
        event.phase = phase ?? .whole
        return event
      }
    }
    return nil
  }

  /// The callback that the first of some words in a message stand for; nil if there are none.
  private func words(
    _ list: [(words: String, callback: String)], in bytes: [UInt8]
  ) -> NameFinder.Found? {
    if list.isEmpty { return nil }
    let lowercase = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for (words, callback) in list {
      let words = Array(words.lowercased().utf8)
      let range = lowercase.firstRange(of: words) { range in
        (range.lowerBound == 0 || !isNameByte(bytes[range.lowerBound - 1]) || !isNameByte(words[0]))
          && (range.upperBound == bytes.count || !isNameByte(bytes[range.upperBound])
            || !isNameByte(words[words.count - 1]))
      }
      // What this grammar does not know may be an action that another one does.
      if let range {
        let name = meaning(callback)?.callback ?? callback
        let isSpelling = options.vocabulary.meaning(callback) != nil
        return .init(spelling: isSpelling ? callback : name, callback: name, range: range)
      }
    }
    return nil
  }

  /// What the app says to do itself, by its name; nil if it says nothing.
  private func action(in bytes: [UInt8]) -> NameFinder.Found? {
    var start = 0
    while start < bytes.count {
      let end = bytes.nameEnd(from: start)
      let word = bytes[start..<end]
      if word.dropFirst().contains(where: { (0x41...0x5A).contains($0) }),
        case let name = text(word), names.actions.contains(name),
        case let found = NameFinder.Found(
          spelling: name, callback: name, kind: .vague, range: start..<end),
        isCalled(found, in: bytes)
      {
        return found
      }
      start = end + 1
    }
    return nil
  }

  /// The phase that a framework reports, if the grammar has it. If not, it is noted.
  private mutating func read(
    _ found: FrameworkPhase, _ message: LogMessage
  ) -> ForeignElement {
    let bytes = message.bytes
    let isReported = rule.isCall(
      before: text(bytes[..<found.range.lowerBound]), after: text(bytes[found.range.upperBound...]))
    if isReported, let phase = found.phase {
      let callback = "ScenePhase.\(phase)"
      if meaning(callback) != nil {
        let event = event(callback, bytes, found.range)
        return call(event, at: found.range, text: bytes, message)
      }
      if labeled.contains("app_state") {
        return call(event("appStateDidChange", ["app_state": phase]), text: bytes, message)
      }
    }
    log.frameworkAdvice = log.frameworkAdvice ?? found.advice
    return .other
  }

  /// The event of a call of the log's program.
  private mutating func call(
    _ event: ForeignEvent, at range: Range<Int> = 0..<0, text: [UInt8], _ message: LogMessage
  ) -> ForeignElement {
    let bytes = message.bytes
    if let name = message.program, !log.includes(name) { return .nothing }
    var event = event
    event.time = message.time
    event.phase = message.phase ?? event.phase
    event.members["process"] = event.members["process"] ?? message.process
    if bytes.firstRange(of: Self.hidden) != nil { log.hiddenCount += 1 }
    for (member, value) in event.members where labeled.contains(member) {
      let isAtEnd = bytes.reversed().starts(with: value.utf8.reversed())
      // A line of fixed width ends within brackets.
      let isCut = isAtEnd && bytes.last { "[]".utf8.contains($0) } == UInt8(ascii: "[")
      if isCut || identities.isUncertain(value, member, isAtEnd: isAtEnd && message.isLast) {
        event.members[member] = nil
        return unread([event], nil, "has an identity that is cut off", message)
      }
    }
    log.readCount += 1
    lastProcess = event.members["process"]
    log.isOfWatch = log.isOfWatch || bytes.firstRange(of: Self.watchDelegate) != nil
    let source = message.place ?? SourcePlace(bytes, beside: range)
    let line = SameCall.Line(
      callback: event.callback.flatMap { meaning($0)?.callback } ?? "", members: event.members,
      time: event.time, place: source, text: text,
      isReturn: CallPhase.isReturn(self.text(bytes[..<range.lowerBound].suffix(8))))
    switch event.phase {
    case .whole where same.continues(line, isBackwards: options.readsFromEnd):
      log.sameCount += 1
      return .nothing
    case .whole: break
    case .begin: same.restart(with: line)
    case .end: same.restart()
    }
    event.members[EventMembers.logLine] = showsText ? LogNotes.shown(message.line ?? bytes) : nil
    event.members["file"] = source?.file
    event.members["sourceLine"] = source?.line.map { String($0) }
    return .events([event])
  }

  /// The call of a callback that a message names in a range.
  private func event(_ callback: String, _ bytes: [UInt8], _ range: Range<Int>) -> ForeignEvent {
    event(callback, MessageIdentities(bytes, labeled).members(outside: range))
  }

  /// An object's address identifies a scene as long as the process runs, but not a session, which lasts longer.
  private func event(_ callback: String, _ members: [String: String]) -> ForeignEvent {
    var event = ForeignEvent(callback)
    event.members = members.filter { !$0.value.isEmpty && !PrivacyNotes.isRedacted($0.value) }
    if let session = event.members["session"], session.hasPrefix("0x"),
      options.members.single.contains("scene")
    {
      event.members["session"] = nil
      event.members["scene"] = members["scene"] ?? session
    }
    return event
  }

  private func meaning(_ callback: String) -> CallbackVocabulary.Meaning? {
    options.vocabulary.meaningInProse(callback) ?? options.vocabulary.meaning(callback)
  }

  // MARK: Other messages

  /// - Parameter isOwn: whether the name is the user's own words, after which any may follow.
  private func isCalled(
    _ name: NameFinder.Found, in bytes: [UInt8], isOwn: Bool = false
  ) -> Bool {
    rule.isCall(
      before: text(bytes[..<name.range.lowerBound].suffix(Self.surroundings)),
      after: isOwn ? "" : text(bytes[name.range.upperBound...].prefix(Self.surroundings)),
      isVague: name.kind == .vague)
  }

  /// Whether a name stands where a call does, and is almost a callback's.
  private mutating func isMisspelt(_ name: NameFinder.Found, in bytes: [UInt8]) -> Bool {
    guard name.kind == .misspelt, isCalled(name, in: bytes) else { return false }
    if let known = misspelt[name.spelling] { return known }
    let isMisspelt = names.isMisspelt(name.spelling)
    if misspelt.count < Self.wordLimit { misspelt[name.spelling] = isMisspelt }
    return isMisspelt
  }

  /// What a message may have changed that may report calls.
  private mutating func unread(
    _ events: [ForeignEvent], _ name: NameFinder.Found?, _ reason: String?, _ message: LogMessage
  ) -> ForeignElement {
    log.addUnread(name, reason, message.bytes, line: message.number)
    same.restart()
    return .events(
      events.map { event in
        var event = event
        event.time = message.time
        event.members["process"] = event.members["process"] ?? message.process
        event.isUnclear = true
        return event
      })
  }

  /// A message that names no known callback, where a pattern perhaps has one, and may hide one.
  private mutating func unknown(_ texts: [[UInt8]], _ message: LogMessage) -> ForeignElement {
    var budget = MessagePattern.costLimit
    let isLike = options.messagePatterns.lazy.filter(\.isSpecific).contains { pattern in
      texts.contains { pattern.match($0, within: &budget) { _ in true } != nil }
    }
    if isLike {
      let reason = "has no callback that the grammar knows where a pattern has one"
      log.addUnread(nil, reason, message.bytes, line: message.number)
    }
    if message.isSystems { return .other }
    if message.isCut { log.longCount += 1 }
    let hidden = message.bytes.firstRange(of: Self.hidden)
    if hidden != nil { log.hiddenCount += 1 }
    let head = hidden.map { text(message.bytes[..<$0.lowerBound].suffix(Self.surroundings)) } ?? "="
    let mayBeHidden = !head.hasSuffix("=") && rule.isLabel(head, isStrict: true)
    return message.isCut || mayBeHidden ? .events([.gap(time: message.time)]) : .other
  }

  private static let hidden = Array("<private>".utf8)
  /// The delegate that only apps of the watch have.
  private static let watchDelegate = Array("ExtensionDelegate".utf8)
  private static let logWords: Set = [
    "entries", "line", "lines", "log", "logs", "message", "messages", "output", "records",
  ]
  private static let lossWords: Set = [
    "discarded", "discarding", "dropped", "dropping", "lost", "omitted", "overflow", "overrun",
    "quarantined", "repeated", "suppressed", "suppressing", "throttled", "throttling", "truncated",
  ]

  /// Whether a message is the log's own notice that messages are missing.
  private static func tellsLoss(_ bytes: [UInt8]) -> Bool {
    let words = bytes.prefix(surroundings).split { !isNameByte($0) }.lazy.filter { $0.count < 16 }
      .map { String(decoding: $0, as: UTF8.self).lowercased() }
    return words.contains(where: lossWords.contains) && words.contains(where: logWords.contains)
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
  /// Where bytes first occur, as far as the closure accepts the place.
  fileprivate func firstRange(
    of bytes: [UInt8], where isRight: (Range<Int>) -> Bool = { _ in true }
  ) -> Range<Int>? {
    if bytes.isEmpty || bytes.count > count { return nil }
    return (0...(count - bytes.count)).lazy.filter {
      self[$0] == bytes[0] && self[$0...].starts(with: bytes)
    }.map { $0..<($0 + bytes.count) }.first(where: isRight)
  }
}
