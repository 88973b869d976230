import TestSupport
import Testing
@testable import TraceChecking
import TraceModel
import TraceGrammar

/// A door that can be locked when it is shut, in a house without a lifecycle.
private enum Door {
  static let open: CallbackID = 0, close: CallbackID = 1, lock: CallbackID = 2

  static func compiled() -> CompiledGrammar {
    let text = """
      grammar Door "1" {}
      subject house { member "house" begins with built }
      subject door within house { member "door" }
      callback opens about door {}
      callback closes about door { notification "ClosedNotification" }
      callback locks about door {}
      callback built about house {}
      lifecycle door about door {
        shut -> opens ajar | locks locked | .
        ajar -> closes shut
        locked -> .
        start shut
        when house begins: ajar becomes shut
      }
      lifecycle rooms about house { any -> built any | opens any }
      rule unexpected error { anything else title "t" message "m" }
      """
    guard let grammar = Grammar.parse(Array(text.utf8)).grammar else {
      preconditionFailure("the grammar of doors is valid")
    }
    return CompiledGrammar(grammar)
  }
}

@Suite("The stepper of lifecycles") struct LifecycleStepperTests {
  private enum Happening {
    case call(CallbackID)
    case fact(Fact)

    static let open = Happening.call(Door.open)
    static let close = Happening.call(Door.close)
    static let lock = Happening.call(Door.lock)
  }

  private static let door = SubjectReference(kind: 1, slot: 0)

  // In functions of their own, as the compiler takes minutes to check such an access among many others.
  private static func checkStore(_ stepper: borrowing LifecycleStepper) {
    stepper.stores[1].checkInvariants(0)
  }

  private static func trail(_ stepper: borrowing LifecycleStepper) -> EventTrail {
    stepper.stores[1].trails[0]
  }

  /// Steps a door that is shut at first, and returns what is known after each callback; and each fact.
  private func walk(_ word: [Happening], isKnown: Bool = true, complete: Bool? = nil) -> [String] {
    let compiled = Door.compiled()
    let tables = CheckingTables(compiled, demandsCompleteLives: complete ?? false)
    tables.checkInvariants()
    var directory = SubjectDirectory(compiled, tables, limits: MemoryLimits())
    var stepper = LifecycleStepper(compiled, tables)
    stepper.start(Self.door, isKnown: isKnown, tombstone: nil)
    var seen: [String] = []
    for (index, happening) in word.enumerated() {
      let event = UInt32(index + 1)
      stepper.present.costRose = false
      switch happening {
      case .fact(let fact): stepper.apply(fact, to: Self.door, event: event)
      case .call(let callback):
        let isChanged = stepper.step(
          Self.door,
          Occurrence(
            number: event, line: event, callback: callback, spelling: 0, kind: .delegate,
            time: .nan), isOwn: true, names: &directory)
        if !isChanged { seen.append("same") }
      }
      Self.checkStore(stepper)
      let states = stepper.states(Self.door, run: 0) ?? []
      seen.append("\(states)\(stepper.present.costRose ? "!" : "")")
    }
    if let complete { stepper.finishRuns(of: Self.door, demandsCompleteLife: complete) }
    for finished in stepper.finished {
      let segment = stepper.segments[finished.segment]
      let events = segment.entries.filter { $0.fact == HistoryEntry.call }.map(\.event)
      seen.append("\(events) \(segment.increases.count) \(finished.end ?? [])")
    }
    return seen
  }

  private let gap = Happening.fact(.gap)
  private let began = Happening.fact(.parentBegan)

  @Test("follows legal calls without keeping them")
  func legal() {
    #expect(walk([.open, .close, .lock]) == ["[1]", "[0]", "[2]"])
    #expect(walk([.open], complete: false) == ["[1]"])
  }

  @Test("narrows down the possible states if the beginning is unknown")
  func unknownStart() {
    #expect(walk([.close, .open], isKnown: false) == ["[0]", "[1]"])
  }

  @Test("applies facts, which are not calls")
  func facts() {
    #expect(walk([.open, began]) == ["[1]", "[0]"])
    #expect(walk([.open, gap]) == ["[1]", "[0, 1, 2]"])
    #expect(walk([.lock, gap]) == ["[2]", "[2]"])
  }

  @Test("leaves a wrong call to be explained, once its subject has settled")
  func wrong() {
    let seen = walk([.open, .open, .close, .open, .close])
    #expect(seen.filter { $0.hasSuffix("!") } == ["[1]!"])
    #expect(seen.last == "[2, 3, 4] 1 [1]")
    #expect(walk([.close], complete: false).last == "[1] 1 []")
  }

  @Test("requires an end if lifecycles have to be complete")
  func complete() {
    #expect(walk([.open], complete: true).last == "[] 0 [0, 2]")
    #expect(walk([.open, .close], complete: true) == ["[1]", "[0]"])
  }

  @Test("recognizes an echo, the same event of another kind")
  func echo() {
    let compiled = Door.compiled()
    let tables = CheckingTables(compiled, demandsCompleteLives: false)
    var stepper = LifecycleStepper(compiled, tables)
    stepper.start(Self.door, isKnown: true, tombstone: nil)
    func event(_ callback: CallbackID, _ kind: EventKind) -> Occurrence {
      Occurrence(
        number: 1, line: 1, callback: callback, spelling: 0, kind: kind, time: .nan)
    }
    var seen = [stepper.foldEcho(Self.door, event(Door.close, .delegate))]
    stepper.expectEcho(Self.door, event(Door.close, .delegate))
    seen.append(stepper.foldEcho(Self.door, event(Door.close, .delegate)))
    seen.append(stepper.foldEcho(Self.door, event(Door.close, .notification)))
    seen.append(stepper.foldEcho(Self.door, event(Door.close, .notification)))
    // A callback without a notification has no echo and is not remembered.
    stepper.expectEcho(Self.door, event(Door.open, .delegate))
    seen.append(stepper.foldEcho(Self.door, event(Door.open, .notification)))
    #expect(seen == [false, false, true, false, false])
  }

  @Test("continues where a forgotten subject was")
  func tombstone() {
    let compiled = Door.compiled()
    let tables = CheckingTables(compiled, demandsCompleteLives: false)
    var stepper = LifecycleStepper(compiled, tables)
    var trail = EventTrail()
    (trail.lastEvent, trail.lastCallback) = (9, MaybeCallback(1))
    for _ in 0..<5 { trail.countEvent() }
    var tombstones = Tombstones(limit: 1)
    tombstones.add(SubjectRecord(hash: 1, firstEvent: 1, gaps: 0), trail, vectors: [1])
    stepper.start(Self.door, isKnown: false, tombstone: tombstones.take(1))
    let (states, recent) = (
      stepper.states(Self.door, run: 0), stepper.recentEntries(of: Self.door).count
    )
    #expect(states == [1] && recent == 0)
    let kept = Self.trail(stepper)
    #expect(kept.lastEvent == 9 && kept.lastCallback.id == 1)
  }
}
