internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The spellings that a trace uses, each resolved once, and the callbacks that the grammar does not know.
struct SpellingDirectory: ~Copyable {
  /// A callback that the grammar does not know: how often it came, and where first.
  struct Unknown {
    var count = 0
    /// The number of the first event, counted from 1, and its line.
    var event: UInt32
    var line: UInt32
    /// The spelling that it may be a mistake for; nil if nothing in the grammar is near.
    var near: NearSpellings.Near?
  }

  private let compiled: CompiledGrammar
  private let platform: PlatformVersion?
  /// The spellings, in the order they were met.
  private(set) var texts: [String] = []
  private var meanings: ContiguousArray<SpellingTable.Meaning> = []
  /// The class that each spelling names; nil for none.
  private var classes: [String?] = []
  /// The numbers of spellings whose meaning depends on a member, by text and value.
  private var numbers: [String: Int] = [:]
  /// The numbers of spellings that mean the same in any event, by the hashes of their names.
  private var index = HashIndex()
  private(set) var unknown: [String: Unknown] = [:]
  /// Created when the first unknown callback comes.
  private var nearSpellings: NearSpellings?
  /// After this many unknown callbacks, no further ones are searched for misspellings.
  private static let searchLimit = 512
  /// How many different unknown callbacks are listed by name.
  private static let unknownLimit = 10_000
  /// The name for all further ones.
  private static let others = "(others)"

  init(_ compiled: CompiledGrammar, platform: PlatformVersion?) {
    self.compiled = compiled
    self.platform = platform
    // Most traces use some ten spellings; growing for each few of them takes longer than checking their events.
    texts.reserveCapacity(24)
    meanings.reserveCapacity(24)
    classes.reserveCapacity(24)
  }

  /// What an event calls.
  enum Resolution {
    /// A callback of the grammar, by the number of the spelling.
    case known(Int)
    /// A callback that the grammar does not know; the one that it resembles, if that changes states.
    case unknown(resembling: CallbackID?)
  }

  /// The meaning of the spelling with the number.
  @inline(__always)
  func meaning(_ number: Int) -> SpellingTable.Meaning { meanings[number] }

  /// The class that the spelling with the number names; nil for none.
  func className(_ number: Int) -> String? { classes[number] }

  /// What an event calls. A callback that the grammar does not know is counted.
  /// - Parameter subjects: the subjects of the trace, for their recorded roles. They do not change; borrowing them
  ///   would copy them.
  /// - Complexity: O(bytes) expected.
  @inline(__always)
  mutating func resolve(
    _ event: EventRecord, in batch: borrowing EventBatch, number: UInt32, line: UInt32,
    _ subjects: inout LiveSubjects
  ) -> Resolution {
    let bytes = batch.names.bytes(event.callback)
    let known = index.find(batch.names.hash(event.callback)) { texts[$0].hasBytes(bytes) }
    if let known { return .known(known) }
    return resolveNew(event, in: batch, number: number, line: line, subjects)
  }

  @inline(never)
  private mutating func resolveNew(
    _ event: EventRecord, in batch: borrowing EventBatch, number: UInt32, line: UInt32,
    _ subjects: borrowing LiveSubjects
  ) -> Resolution {
    let text = batch.names.string(event.callback)
    let choice = compiled.spellings.choice(of: text)
    if let choice {
      if let chosen = chosen(text, choice, event, in: batch, subjects) { return .known(chosen) }
    } else if unknown[text] == nil,
      let met = meet(text, compiled.spellings.meaning(of: text))
    {
      index.insert(batch.names.hash(event.callback), met)
      return .known(met)
    }
    return .unknown(
      resembling: countUnknown(text, event: number, line: line, mayBeTypo: choice == nil))
  }

  /// The number of a spelling whose meaning depends on a member's value; nil if the value gives it none. A role that was
  /// recorded for the subject before still holds.
  private mutating func chosen(
    _ text: String, _ choice: SpellingTable.Choice, _ event: EventRecord,
    in batch: borrowing EventBatch, _ subjects: borrowing LiveSubjects
  ) -> Int? {
    guard let member = compiled.identityMembers.single.firstIndex(of: choice.member) else {
      return nil
    }
    let name = batch.value(member, of: event)
    var value = name.isNone ? nil : batch.names.string(name)
    if value == nil, choice.member == ConditionTable.rememberedMember {
      let kinds = Set(
        choice.meanings.values.map { compiled.grammar.callbacks[$0.callback].subject })
      let role =
        kinds.count == 1
        ? kinds.first.flatMap { subjects.rememberedRole($0, of: event, in: batch) } : nil
      value = role.map { compiled.quirks.role($0) }
    }
    guard let value, let meaning = choice.meanings[value] else { return nil }
    let key = "\(text)\u{0}\(value)"
    if let known = numbers[key] { return known }
    numbers[key] = meet(text, meaning)
    return numbers[key]
  }

  /// The note on callbacks that the grammar does not know; nil if all are known.
  var note: TraceReport.Note? {
    guard let first = unknown.values.min(by: { $0.event < $1.event }) else { return nil }
    let count = unknown.values.reduce(0) { $0 + $1.count }
    let callbacks =
      unknown.count > Self.unknownLimit
      ? "more than \(Self.unknownLimit)" : "\(unknown.count)"
    return TraceReport.Note(
      id: "unknown-callback", event: Int(first.event), line: Int(first.line), count: count,
      message: "\(count) event\(count == 1 ? "" : "s") of \(callbacks)"
        + " callback\(unknown.count == 1 ? "" : "s") that the grammar does not know\(suggestion)")
  }

  /// The suggestion for the first unknown callback that has a near spelling; empty for none.
  private var suggestion: String {
    let near = unknown.filter { $0.value.near != nil }
    guard let (text, first) = near.min(by: { $0.value.event < $1.value.event }),
      let spelling = first.near?.spelling
    else { return "" }
    let others = near.count == 1 ? "" : ", and \(near.count - 1) more"
    let doubt =
      near.values.contains { doubtful($0) != nil }
      ? "; whatever such events changed is treated as unknown" : ""
    return "\(doubt); is \"\(text)\" \(spelling)\(others)?"
  }

  /// Counts a callback that the grammar does not know.
  /// - Parameter mayBeTypo: whether it is no spelling of the grammar. One that is lacks a value that gives it a meaning.
  /// - Returns: the callback that it resembles, if that one changes states.
  private mutating func countUnknown(
    _ text: String, event: UInt32, line: UInt32, mayBeTypo: Bool
  ) -> CallbackID? {
    if unknown[text] == nil {
      if unknown.count >= Self.unknownLimit {
        unknown[Self.others, default: Unknown(event: event, line: line)].count += 1
        return nil
      }
      var new = Unknown(event: event, line: line)
      // A callback that the grammar knows only in another version is not a typo.
      if mayBeTypo, compiled.spellings.meaning(of: text) == nil,
        unknown.count < Self.searchLimit
      {
        if nearSpellings == nil { nearSpellings = NearSpellings(compiled.grammar) }
        new.near = nearSpellings?.nearest(to: text)
      }
      unknown[text] = new
    }
    unknown[text]?.count += 1
    guard let known = unknown[text] else { return nil }
    return doubtful(known)
  }

  /// The callback that an unknown one resembles, if that one changes states.
  private func doubtful(_ unknown: Unknown) -> CallbackID? {
    unknown.near.flatMap { near in
      compiled.lifecycles.contains { $0.isChanged(by: near.callback) } ? near.callback : nil
    }
  }

  /// Gives a spelling of a known callback a number; nil for other spellings, and beyond the limit.
  private mutating func meet(_ text: String, _ meaning: SpellingTable.Meaning?) -> Int? {
    guard let meaning, texts.count < Int(UInt16.max),
      compiled.grammar.callbacks[meaning.callback].since.isInForce(on: platform)
    else { return nil }
    texts.append(text)
    meanings.append(meaning)
    let asksForClasses = compiled.delegateMember != nil || compiled.quirks.callerMember != nil
    classes.append(asksForClasses ? compiled.spellings.className(in: text) : nil)
    return texts.count - 1
  }
}

extension [PlatformVersion] {
  /// Whether something that was introduced in one of these versions exists on the platform; true if that is not known.
  func isInForce(on platform: PlatformVersion?) -> Bool {
    first { $0.platform == platform?.platform }.map { $0.isReached(by: platform) } ?? true
  }

  /// Whether something that was removed in one of these versions is gone on the platform; false if that is not known.
  func isOver(on platform: PlatformVersion?) -> Bool {
    first { $0.platform == platform?.platform }.map { $0.isReached(by: platform) } ?? false
  }
}
