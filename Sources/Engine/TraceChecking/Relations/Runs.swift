internal import TraceGrammar
internal import TraceModel

/// How the lifecycles of subjects go, by the projection of one judgement. Each word is judged as far as somebody asks.
final class Runs {
  let store: Store
  let plan: Plan
  let recording: Recording
  let spans: Spans
  let slices: Slices
  let machines: Machines
  private let explainers: IDArray<LifecycleID, SegmentExplainer>
  private let demandsCompleteLives: Bool
  /// By subject and lifecycle: how it went; and the words, by subject.
  private var runners: [UInt64: Runner] = [:]
  private(set) var words: [Int32: [Entry]] = [:]
  /// Whom questions about several subjects ask.
  private var bystanders: [Situation: Bystanders] = [:]
  /// The calls that ask about subjects, by event, with their places in the word of a subject.
  private(set) lazy var questions: [(event: Int32, subject: Int32, place: Int)] = {
    var found: [(event: Int32, subject: Int32, place: Int)] = []
    for index in slices.subjects.indices {
      let letters = slices.letters[slices.subjects[index].kind]
      for (place, entry) in (letters.areAsking ? word(of: Int32(index)) : []).enumerated()
      where letters.asks(entry.letter) { found.append((entry.event, Int32(index), place)) }
    }
    return found.sorted { $0.event < $1.event }
  }()
  /// By kind: the first event of the last wider subject that was not seen to begin, so that what is met there may have missed
  /// events; -1 if all were.
  private(set) lazy var lastUnseen: [Int32] = plan.kinds.map { kind in
    slices.subjects.last { $0.kind == kind.parent && $0.beganAt != $0.firstEvent }?.firstEvent ?? -1
  }
  /// How often an entry of a word was read, or a subject was asked, for tests that compare how that grows.
  var effort = 0
  /// How many of them were answered.
  var answered = 0

  init(
    _ store: Store, _ plan: Plan, _ recording: Recording, _ slices: Slices, _ machines: Machines
  ) {
    (self.store, self.plan, self.recording, self.slices) = (store, plan, recording, slices)
    self.machines = machines
    spans = Spans(store, plan, recording, slices, machines.shown)
    explainers = IDArray<LifecycleID, SegmentExplainer>(machines.all.map { SegmentExplainer($0) })
    demandsCompleteLives = machines.demandsCompleteLives
  }

  /// Forgets the words that were judged, unless other subjects may ask about them.
  func forget() { if !plan.hasRelations { (runners, words) = ([:], [:]) } }

  /// Judges one lifecycle of a subject, as far as it is asked to.
  func runner(_ index: Int32, _ number: Int) -> Runner {
    let key = UInt64(UInt32(index)) << 16 | UInt64(number)
    if let known = runners[key] { return known }
    let runner = newRunner(index, number)
    if plan.hasRelations { runners[key] = runner }
    return runner
  }

  func bystanders(_ situation: Situation, _ kind: Int) -> Bystanders {
    if let known = bystanders[situation] { return known }
    let new = Bystanders(kind, slices, eventCount: store.events.count)
    bystanders[situation] = new
    return new
  }

  /// Judges one lifecycle of a subject anew.
  func newRunner(_ index: Int32, _ number: Int, keepsSegments: Bool = false) -> Runner {
    let subject = slices.subjects[Int(index)]
    let letters = slices.letters[subject.kind]
    let machine = letters.machines[number]
    let entries = word(of: index)
    effort += entries.count
    return Runner(
      explainers[machine.index], entries, isKnown: subject.isKnown,
      endsAccepting: mustEnd(index), keepsSegments: keepsSegments, letters: letters, number: number,
      symbol: { [unowned self] place, vector in
        let letter = entries[place].letter
        let read = letters.all[Int(letter)]
        if machine.cases.ofCallback[CallbackID(Int(read.callback))] == nil {
          return letters.symbol(letter, number)
        }
        let present = vector.map { (machine.index, index, machine.costs.cheapestStates($0)) }
        let outcomes = self.outcomes(read, at: entries[place].event, present)
        return machine.symbol(CallbackID(Int(read.callback)), outcomes)
      })
  }

  private func word(of index: Int32) -> [Entry] {
    if let known = words[index] { return known }
    let word = resolveDoubts(index).word
    words[index] = word
    return word
  }

  /// Whether the lifecycles of a subject must end in accepting states. Of several unnamed subjects, only those of the last
  /// one must: the earlier ones may be the same subject. It need not if a later call that names nobody may have ended it.
  func mustEnd(_ index: Int32) -> Bool {
    if !demandsCompleteLives { return false }
    let subject = slices.subjects[Int(index)]
    if plan.kinds[subject.kind].isWider || !subject.isUnnamed { return true }
    guard lastUnnamed[subject.kind] == index else { return false }
    let letters = slices.letters[subject.kind]
    let last = slices.word(Int(index)).lazy.map { letters.all[Int($0.letter)].fact }
      .last { $0 == Letter.call || $0 == UInt8(Fact.unnamedEnd.rawValue) }
    return last == Letter.call
  }

  /// By kind: the unnamed subject that was met last.
  private lazy var lastUnnamed: [Int32?] = plan.kinds.indices.map { kind in
    func lastMet(_ index: Int) -> Int32 {
      slices.word(index).last { $0.flags & Entry.isOwn != 0 }?.event ?? -1
    }
    return slices.subjects.indices.filter {
      slices.subjects[$0].kind == kind && slices.subjects[$0].isUnnamed
    }.max { lastMet($0) < lastMet($1) }.map(Int32.init)
  }

  func explainer(of lifecycle: LifecycleID) -> SegmentExplainer { explainers[lifecycle] }

  /// The word of a subject without calls that count only where they are legal, and are not; and those calls.
  func resolveDoubts(_ index: Int32) -> (word: [Entry], refused: [Entry]) {
    let subject = slices.subjects[Int(index)]
    let letters = slices.letters[subject.kind]
    let word = slices.word(Int(index))
    effort += word.count
    if !word.contains(where: { letters.all[Int($0.letter)].doubt != .none }) {
      return (Array(word), [])
    }
    var refused: [Entry] = []
    var vectors = letters.machines.map { subject.isKnown ? $0.knownStart : $0.unknownStart }
    let runs = vectors.count
    var entries: [Entry] = []
    for var entry in word {
      func rises(_ run: Int) -> Bool {
        letters.symbol(entry.letter, run).map {
          letters.machines[run].costs.step(vectors[run], $0).rose
        } ?? false
      }
      let doubt = letters.all[Int(entry.letter)].doubt
      if doubt != .none, (0..<runs).contains(where: rises) {
        refused.append(entry)
        if doubt != .endAlone { continue }
        entry.letter = Letters.mayHaveMoved
      }
      for run in 0..<runs {
        if let symbol = letters.symbol(entry.letter, run) {
          vectors[run] = letters.machines[run].costs.step(vectors[run], symbol).next
        }
      }
      entries.append(entry)
    }
    return (entries, refused)
  }
}
