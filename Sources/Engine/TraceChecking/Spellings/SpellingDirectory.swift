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

  /// The meaning of a spelling for the inner loop: the callback, and the kind of event if the spelling implies one.
  struct Meaning: BitwiseCopyable {
    var callback: CallbackID
    var kind: EventKind?
  }

  private let compiled: CompiledGrammar
  private let platform: PlatformVersion?
  /// The spellings, in the order they were met.
  private(set) var texts: [String] = []
  private var meanings: ContiguousArray<Meaning> = []
  /// The class that each spelling names; nil for none.
  private var classes: [String?] = []
  private var numbers: [String: Int32] = [:]
  private(set) var unknown: [String: Unknown] = [:]
  /// Created when the first unknown callback comes.
  private var nearSpellings: NearSpellings?
  /// For every name of the batch, the number of its spelling, a negative number for an unknown callback, or
  /// `unresolved`.
  private var memo: UnsafeMutablePointer<Int32>
  private var memoCapacity = 1_024
  /// How many names it has room for now, including the number for no name.
  private var memoCount = 0
  private static let unresolved: Int32 = -2
  /// For a name whose callback depends on a member of the event.
  private static let dependent = Int32.min
  /// After this many unknown callbacks, no further ones are searched for misspellings.
  private static let searchLimit = 512
  /// How many different unknown callbacks are listed by name.
  private static let unknownLimit = 10_000
  /// The name for all further ones.
  private static let others = "(others)"

  init(_ compiled: CompiledGrammar, platform: PlatformVersion?) {
    self.compiled = compiled
    self.platform = platform
    memo = .allocate(capacity: memoCapacity)
    // Most traces use some ten spellings; growing for each few of them takes longer than checking their events.
    numbers.reserveCapacity(24)
    texts.reserveCapacity(24)
    meanings.reserveCapacity(24)
    classes.reserveCapacity(24)
  }

  deinit { memo.deallocate() }

  /// Makes room for the names of the next batch.
  /// - Parameter keepingNames: whether the names of the previous batch are among them, with the same numbers; otherwise
  ///   what they mean is forgotten.
  mutating func reset(nameCount: Int, keepingNames: Bool = false) {
    let kept = keepingNames ? memoCount : 0
    if nameCount + 1 > memoCapacity {
      let larger = max(memoCapacity * 2, nameCount + 1)
      let memory = UnsafeMutablePointer<Int32>.allocate(capacity: larger)
      memory.update(from: memo, count: kept)
      memo.deallocate()
      (memo, memoCapacity) = (memory, larger)
    }
    (memo + kept).update(repeating: Self.unresolved, count: nameCount + 1 - kept)
    memoCount = nameCount + 1
  }

  /// The number of the event's spelling; nil if it was not met in this batch, or if the grammar does not know the
  /// callback.
  @inline(__always)
  mutating func known(_ event: EventRecord) -> Int32? {
    let number = memo[Int(event.callback.rawValue)]
    return number >= 0 ? number : nil
  }

  /// The meaning of the spelling with the number.
  @inline(__always)
  mutating func meaning(_ number: Int32) -> Meaning { meanings[Int(number)] }

  /// The callback that an event calls by the spelling with the number; nil for a notification, and for an unknown
  /// callback.
  @inline(__always)
  mutating func called(_ number: Int32, by event: EventRecord) -> CallbackID? {
    if number < 0 { return nil }
    let meaning = meanings[Int(number)]
    return (meaning.kind ?? event.kind) == .delegate ? meaning.callback : nil
  }

  /// The class that the spelling with the number names; nil for none, and for an unknown callback.
  func className(_ number: Int32) -> String? { number < 0 ? nil : classes[Int(number)] }

  /// The callback that an unknown one resembles, if that one changes states; nil for other numbers.
  func doubtful(_ number: Int32) -> CallbackID? {
    number < Self.unresolved ? CallbackID(Int(Self.unresolved - number) - 1) : nil
  }

  /// The number of the event's spelling; negative for a callback that the grammar does not know, which is counted.
  /// - Parameter subjects: the subjects of the trace, for their recorded roles. They do not change; borrowing them
  ///   would copy them.
  /// - Complexity: O(1) for a name met before in this batch.
  mutating func resolve(
    _ event: EventRecord, in batch: borrowing EventBatch, number: UInt32, line: UInt32,
    _ subjects: inout LiveSubjects
  ) -> Int32 {
    let name = Int(event.callback.rawValue)
    let text = batch.names.string(event.callback)
    if memo[name] == Self.unresolved {
      if compiled.spellings.choice(of: text) != nil {
        memo[name] = Self.dependent
      } else {
        let met = numbers[text] ?? meet(text, compiled.spellings.meaning(of: text), as: text)
        memo[name] = met >= 0 ? met : meetUnknown(text, event: number, line: line)
      }
    }
    let known = memo[name] == Self.dependent ? chosen(text, event, in: batch, subjects) : memo[name]
    if known < 0 {
      let isOther = unknown[text] == nil && unknown.count >= Self.unknownLimit
      unknown[isOther ? Self.others : text, default: Unknown(event: number, line: line)].count += 1
    }
    return known
  }

  /// The number of a spelling whose meaning depends on a member's value; -1 if the value gives it none. A role that was
  /// recorded for the subject before still holds.
  private mutating func chosen(
    _ text: String, _ event: EventRecord, in batch: borrowing EventBatch,
    _ subjects: borrowing LiveSubjects
  ) -> Int32 {
    guard let choice = compiled.spellings.choice(of: text),
      let member = compiled.identityMembers.single.firstIndex(of: choice.member)
    else { return -1 }
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
    guard let value, let meaning = choice.meanings[value] else { return -1 }
    let key = "\(text)\u{0}\(value)"
    return numbers[key] ?? meet(text, meaning, as: key)
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
      near.values.contains { doubtful(number(of: $0)) != nil }
      ? "; whatever such events changed is treated as unknown" : ""
    return "\(doubt); did you mean \(spelling) by \"\(text)\"\(others)?"
  }

  /// Looks up a callback that the grammar does not know.
  /// - Returns: its number, which is negative.
  private mutating func meetUnknown(_ text: String, event: UInt32, line: UInt32) -> Int32 {
    if let known = unknown[text] { return number(of: known) }
    if unknown.count >= Self.unknownLimit { return -1 }
    var new = Unknown(event: event, line: line)
    // A callback that the grammar knows only in another version is not a typo.
    if compiled.spellings.meaning(of: text) == nil, unknown.count < Self.searchLimit {
      if nearSpellings == nil { nearSpellings = NearSpellings(compiled.grammar) }
      new.near = nearSpellings?.nearest(to: text)
    }
    unknown[text] = new
    return number(of: new)
  }

  private func number(of unknown: Unknown) -> Int32 {
    guard let callback = unknown.near?.callback,
      compiled.lifecycles.contains(where: { $0.isChanged(by: callback) })
    else { return -1 }
    return Self.unresolved - 1 - Int32(callback.index)
  }

  private mutating func meet(
    _ text: String, _ meaning: SpellingTable.Meaning?, as key: String
  ) -> Int32 {
    guard let meaning, texts.count < Int(UInt16.max),
      compiled.grammar.callbacks[meaning.callback].since.isInForce(on: platform)
    else { return -1 }
    texts.append(text)
    meanings.append(Meaning(callback: meaning.callback, kind: meaning.kind))
    let asksForClasses = compiled.delegateMember != nil || compiled.quirks.callerMember != nil
    classes.append(asksForClasses ? compiled.spellings.className(in: text) : nil)
    let number = Int32(texts.count - 1)
    numbers[key] = number
    return number
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
