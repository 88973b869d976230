internal import TraceGrammar
internal import TraceModel

/// How the lifecycles of one subject went, judged once more with all that explains its faults.
///
/// Judging remembers little, as most words are legal. Whoever tells of a fault wants to know what came before it, and looks
/// back here.
struct Story {
  let subject: Subject
  let word: [Entry]
  let letters: Letters
  private let runs: [Run]
  private let explained: [[(segment: Segment, firstFault: Int)]]
  /// The places of the calls that a reader would count as the subject's own: those about it, and those that changed it.
  private let calls: [Int]

  init(_ index: Int32, _ judged: Runs) {
    subject = judged.slices.subjects[Int(index)]
    let letters = judged.slices.letters[subject.kind]
    self.letters = letters
    let runners = letters.machines.indices.map {
      judged.newRunner(index, $0, keepsSegments: true)
    }
    let runs = runners.map { $0.close() }
    let word = runners.first?.word ?? Array(judged.slices.word(Int(index)))
    (self.runs, self.word) = (runs, word)
    explained = runners.map { $0.explained ?? [] }
    var isChange = word.map { $0.flags & Entry.isOwn != 0 }
    for place in runs.lazy.flatMap(\.changes) { isChange[place] = true }
    calls = word.indices.filter {
      isChange[$0] && letters.all[Int(word[$0].letter)].fact == Letter.call
    }
    judged.forget()
  }

  /// The segment of a fault, and its number among those of the segment.
  func segment(run: Int, fault: Int) -> (segment: Segment, group: Int)? {
    explained[run].last { $0.firstFault <= fault }.map { ($0.segment, fault - $0.firstFault) }
  }

  /// The places of the last calls before a place in the word, oldest first.
  func calls(before place: Int, atMost count: Int = Segment.shownBefore) -> ArraySlice<Int> {
    calls(atMost: count) { $0 < place }
  }

  /// The same before an event.
  func calls(beforeEvent event: Int32) -> ArraySlice<Int> {
    calls(atMost: Segment.shownBefore) { word[$0].event < event }
  }

  /// The place of the first call after an event; nil if there is none.
  func call(afterEvent event: Int32) -> Int? { calls.first { word[$0].event > event } }

  private func calls(atMost count: Int, where isBefore: (Int) -> Bool) -> ArraySlice<Int> {
    calls[..<calls.firstIndex(after: isBefore)].suffix(count)
  }

  /// The state of the first lifecycle after an entry, if the cheapest explanation leaves no doubt.
  func state(after place: Int) -> StateID? {
    guard let run = runs.first, let machine = letters.machines.first else { return nil }
    let vector = run.vector(before: place + 1)
    if vector.index < machine.declaration.states.count { return vector.state }
    let states = machine.costs.cheapestStates(vector)
    return states.count == 1 ? states[0] : nil
  }
}
