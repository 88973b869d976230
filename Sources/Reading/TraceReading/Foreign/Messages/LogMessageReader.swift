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
}

/// Reads lifecycle calls from the messages of a log.
///
/// What may be a call but cannot be read makes unknown what it may have changed.
struct LogMessageReader: Sendable {
  let options: ForeignOptions
  private let names: CallbackVocabulary.Names
  private let place: CallPlace
  /// The members that messages may label.
  private let labeled: [String]
  /// Whether somebody wants to see the messages themselves.
  private let showsText: Bool
  private var program = OneProgram()
  private var repeated = RepeatedLines()
  private var unread = UnreadLines()
  private var unknown = UnknownInPatterns()
  /// Texts and identities that the log hides.
  private(set) var privacy = PrivacyNotes()
  /// Messages that are too long to search completely, and whose beginnings name no call.
  private var longCount = 0
  /// Messages that take too long to compare with the patterns.
  private var costlyCount = 0
  /// What the log reports instead of calls, as far as nothing was read.
  private var suggested: SuggestedGrammar?
  /// Words that look like callbacks, and whether they are misspelt ones.
  private var misspelt: [String: Bool] = [:]
  private static let wordLimit = 1_000
  /// What may have come before the first call.
  private var pending: [ForeignEvent] = []

  /// How many bytes of a message are searched.
  static let lengthLimit = 16 << 10
  /// How much of the text around a name decides whether it is called.
  private static let surroundings = 512
  private static let pendingLimit = 64

  /// - Parameter told: a member that the log has outside of its messages.
  init(_ options: ForeignOptions, told: String) {
    self.options = options
    labeled = options.members.single.filter { $0 != told }
    showsText = options.members.single.contains(EventMembers.logLine)
    let names = options.vocabulary.names()
    self.names = names
    place = CallPlace { names.spoken.receiver(named: $0) != nil }
  }

  /// What a message means.
  mutating func read(_ message: LogMessage) -> ForeignElement {
    let element = meaning(of: message)
    if case .events(var events) = element {
      if unread.readCount > 0 {
        if !pending.isEmpty { swap(&events, &pending) }
        events = events + pending
        pending = []
        return .events(events)
      }
      // Before the first call nothing is known anyway, unless it is stated.
      pending = Array((pending + events).prefix(Self.pendingLimit))
      return .other
    }
    return element
  }

  private mutating func meaning(of message: LogMessage) -> ForeignElement {
    let bytes = Array(message.bytes.prefix(Self.lengthLimit))
    let texts = [bytes] + (message.line.map { [Array($0.prefix(Self.lengthLimit))] } ?? [])
    let costly = costlyCount
    if let event = byPattern(texts) {
      return call(event, callback: meaning(event), text: [], message, bytes)
    }
    if costlyCount > costly { return .events([.gap(time: message.time)]) }
    if message.isSystems {
      unknown.note(texts, options.messagePatterns)
      return .other
    }
    let names = namedInWords(bytes) ?? CallbackFinder(bytes, options.vocabulary, names).names()
    let said = says(names, in: bytes)
    if let called = said.called, case .callback(let callback) = called.meaning {
      var event = event(
        called.spelling, LabeledIdentities(bytes, labeled).members(outside: called.range))
      event.phase = PhaseMark(bytes).phase(beside: called.range)
      let text = bytes[..<called.range.lowerBound] + bytes[called.range.upperBound...]
      return call(event, callback: callback, at: called.range, text: Array(text), message, bytes)
    }
    unknown.note(texts, options.messagePatterns)
    if unread.readCount == 0, suggested == nil { suggested = SuggestedGrammar(bytes) }
    if let name = message.program, program.isOther(name) { return .other }
    return unreadable(said, names, message, bytes)
  }

  // MARK: Calls

  private mutating func byPattern(_ texts: [[UInt8]]) -> ForeignEvent? {
    var budget = MessagePattern.costLimit
    defer { if budget < 0 { costlyCount += 1 } }
    for pattern in options.messagePatterns {
      for text in texts {
        let found = pattern.match(text, within: &budget) { [options] in
          options.vocabulary.meaning($0) != nil
        }
        guard var members = found, let callback = members.removeValue(forKey: "callback") else {
          continue
        }
        let phase = members.removeValue(forKey: MessagePattern.phase).flatMap(PhaseMark.phase)
        var event = event(callback, members)
        event.phase = phase ?? .whole
        return event
      }
    }
    return nil
  }

  /// The callbacks that the user's own words in a message stand for; nil if there are none.
  private func namedInWords(_ bytes: [UInt8]) -> [CallbackFinder.Found]? {
    if options.messageWords.isEmpty { return nil }
    let lowercase = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for (words, callback) in options.messageWords {
      let words = Array(words.lowercased().utf8)
      guard let range = lowercase.firstRange(of: words),
        let meaning = options.vocabulary.meaningInProse(callback)
          ?? options.vocabulary.meaning(callback)
      else { continue }
      return [
        .init(spelling: spelling(callback), meaning: .callback(meaning.callback), range: range)
      ]
    }
    return nil
  }

  private func meaning(_ event: ForeignEvent) -> String {
    event.callback.flatMap { options.vocabulary.meaning($0)?.callback } ?? ""
  }

  /// What is found in a call of the log's program.
  private mutating func call(
    _ event: ForeignEvent, callback: String, at range: Range<Int> = 0..<0, text: [UInt8],
    _ message: LogMessage, _ bytes: [UInt8]
  ) -> ForeignElement {
    if let name = message.program, !program.includes(name) { return .nothing }
    var event = event
    event.time = message.time
    event.phase = message.phase ?? event.phase
    event.members["process"] = event.members["process"] ?? message.process
    privacy.note(bytes, namesCall: true)
    unread.readCount += 1
    let source = message.place ?? SourcePlace(bytes, beside: range)
    let before = String(decoding: bytes[..<range.lowerBound].suffix(8), as: UTF8.self)
    let line = RepeatedLines.Line(
      callback: callback, members: event.members, time: event.time,
      place: source.flatMap { $0.line == nil ? nil : $0 },
      text: text, isReturn: PhaseMark.isReturn(before))
    switch event.phase {
    case .whole: if repeated.continues(line, isBackwards: options.readsFromEnd) { return .nothing }
    case .begin: repeated.begin(line)
    case .end: repeated.end()
    }
    event.members[EventMembers.logLine] =
      showsText ? UnreadLines.shown(message.line ?? bytes) : nil
    event.members["file"] = source?.file
    event.members["sourceLine"] = source?.line.map { String($0) }
    return .events([event])
  }

  /// An object's address identifies a scene as long as the process runs, but not a session, which lasts longer.
  private func event(_ callback: String, _ members: [String: String]) -> ForeignEvent {
    var event = ForeignEvent(spelling(callback))
    event.members = members.filter { !PrivacyNotes.isRedacted($0.value) }
    if let session = event.members["session"], session.hasPrefix("0x"),
      options.members.single.contains("scene")
    {
      event.members["session"] = nil
      event.members["scene"] = members["scene"] ?? session
    }
    return event
  }

  /// A base name alone stands for the method with one unlabeled argument.
  private func spelling(_ text: String) -> String {
    options.vocabulary.meaning(text) == nil ? text + "(_:)" : text
  }

  // MARK: Other messages

  /// What a message says about the callbacks that it names.
  private struct Said {
    /// The only callback that it says is called.
    var called: CallbackFinder.Found?
    /// The names of what may be called.
    var unclear: [CallbackFinder.Found] = []
    var reason: UnreadLines.Reason?
  }

  private mutating func says(_ names: [CallbackFinder.Found], in bytes: [UInt8]) -> Said {
    var said = Said()
    var calls: [CallbackFinder.Found] = []
    var end = 0
    for name in names {
      switch name.meaning {
      case .callback, .oneOfSeveral: break
      case .inWords, .misspelt: continue
      }
      let verdict = verdict(name, after: end, in: bytes)
      if verdict == .mention {
        said.reason = said.reason ?? .mention
        // What follows belongs to the same sentence.
        break
      }
      end = name.range.upperBound
      if verdict == .call, name.meaning != .oneOfSeveral {
        calls.append(name)
      } else if verdict == .unclear || calls.isEmpty {
        said.unclear.append(name)
        said.reason = verdict == .unclear ? .inSentence : .severalMeanings
      }
    }
    if !calls.isEmpty, Set(calls.map(meaning)).count == 1, said.unclear.isEmpty {
      said.called = calls[0]
    } else if !calls.isEmpty {
      said.unclear = calls + said.unclear
      said.reason = .severalNames
    } else if said.reason == nil, let name = misspelt(names, in: bytes) {
      said.unclear = [name]
      said.reason = .misspelt
    }
    return said
  }

  private func verdict(
    _ name: CallbackFinder.Found, after end: Int, in bytes: [UInt8]
  ) -> CallPlace.Verdict {
    place.verdict(
      before: text(bytes[end..<name.range.lowerBound].suffix(Self.surroundings)),
      after: text(bytes[name.range.upperBound...].prefix(Self.surroundings)), isVague: name.isVague)
  }

  /// The first misspelt name that stands where a call does.
  private mutating func misspelt(
    _ names: [CallbackFinder.Found], in bytes: [UInt8]
  ) -> CallbackFinder.Found? {
    names.first { name in
      guard name.meaning == .misspelt, verdict(name, after: 0, in: bytes) == .call else {
        return false
      }
      if let known = misspelt[name.spelling] { return known }
      let isMisspelt = self.names.isMisspelt(name.spelling)
      if misspelt.count < Self.wordLimit { misspelt[name.spelling] = isMisspelt }
      return isMisspelt
    }
  }

  private func meaning(_ name: CallbackFinder.Found) -> String {
    if case .callback(let callback) = name.meaning { callback } else { "" }
  }

  /// Counts a message that names a callback, or may hide one, and says what it may have changed.
  private mutating func unreadable(
    _ said: Said, _ names: [CallbackFinder.Found], _ message: LogMessage, _ bytes: [UInt8]
  ) -> ForeignElement {
    var said = said
    if let reason = said.reason {
      unread.add(reason, bytes, line: message.number)
    } else if let name = names.first, case .inWords(let callback) = name.meaning {
      unread.addInWords(name.spelling, callback, bytes, line: message.number)
      if verdict(name, after: 0, in: bytes) != .mention { said.unclear = [name] }
    }
    if !said.unclear.isEmpty {
      repeated.end()
      return .events(
        said.unclear.map { name in
          let members = LabeledIdentities(bytes, labeled).members(outside: name.range)
          if name.meaning == .oneOfSeveral { return .gap(time: message.time) }
          var event = event(name.spelling, members)
          if case .inWords(let callback) = name.meaning { event.callback = callback }
          event.callback = name.meaning == .misspelt ? name.spelling : event.callback
          event.time = message.time
          event.members["process"] = event.members["process"] ?? message.process
          event.isUnclear = true
          return event
        })
    }
    let hides = privacy.note(bytes, namesCall: false)
    if let hidden = hides, said.reason == nil {
      let head = text(bytes[..<hidden].suffix(Self.surroundings))
      if !head.hasSuffix("="), place.hasOnlyLabels(before: head), unread.readCount > 0 {
        privacy.noteHiddenCall()
        return .events([.gap(time: message.time)])
      }
    }
    if message.isCut || message.bytes.count > Self.lengthLimit, said.reason == nil {
      longCount += 1
      if unread.readCount > 0 { return .events([.gap(time: message.time)]) }
    }
    return .other
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Notes

  /// Notes on the messages so far.
  /// - Parameter elements: what the messages are called.
  func notes(_ elements: String) -> [ReadingNote] {
    unread.notes(elements) + repeatedNotes + unknown.notes + privacy.notes + longNotes
      + program.notes
  }

  /// Why a log without calls may have none, and what to do about it; nil if nothing is known.
  var hint: String? {
    let hints = [privacy.hint, suggested?.advice, unread.hint].compactMap(\.self)
    return hints.isEmpty ? nil : hints.joined(separator: "; ")
  }

  private var repeatedNotes: [ReadingNote] {
    if repeated.count == 0 { return [] }
    let lines = repeated.count == 1 ? "1 line is" : "\(repeated.count) lines are"
    return [
      ReadingNote(
        id: "lines-of-one-call", count: repeated.count,
        message:
          "\(lines) another line of the method that the line before is from, not another call")
    ]
  }

  private var longNotes: [ReadingNote] {
    func note(_ count: Int, _ fault: String) -> ReadingNote {
      let messages = count == 1 ? "1 message is" : "\(count) messages are"
      return ReadingNote(id: "long-message", count: count, message: "\(messages) \(fault)")
    }
    let costly =
      "too long to be compared with all \"messagePatterns\"; what may have changed by then is unknown"
    let long =
      "longer than \(Self.lengthLimit) bytes, and no callback is named in the first \(Self.lengthLimit); the rest is not searched"
    return (costlyCount > 0 ? [note(costlyCount, costly)] : [])
      + (longCount > 0 ? [note(longCount, long)] : [])
  }
}

extension [UInt8] {
  /// Where a text first occurs as whole words.
  fileprivate func firstRange(of words: [UInt8]) -> Range<Int>? {
    if words.isEmpty || words.count > count { return nil }
    for start in 0...(count - words.count)
    where self[start] == words[0] && self[start...].starts(with: words) {
      let end = start + words.count
      let isWhole =
        (start == 0 || !isNameByte(self[start - 1]) || !isNameByte(words[0]))
        && (end == count || !isNameByte(self[end]) || !isNameByte(words[words.count - 1]))
      if isWhole { return start..<end }
    }
    return nil
  }
}
