internal import TraceGrammar
internal import TraceModel

/// A symbol of a slice, before a lifecycle reads it: a call with the outcomes of conditions, or a fact.
struct Letter: Hashable {
  var callback = Event.none
  var known: UInt64 = 0
  var holding: UInt64 = 0
  /// The raw value of a `Fact`; `call` for a call; `check` where the wider subject ended; `echo` for a call whose notification
  /// came before, and `foreign` for one that names an alias which its subject does not have.
  var fact: UInt8 = Self.call
  /// For a fact, whether a marker in the trace shows the loss.
  var isMarked = false
  /// The lifecycles that it may have moved, as bits.
  var moved = UInt64.max
  /// For a call that counts only where it is legal.
  var doubt = Doubt.none
  static let call: UInt8 = 255
  static let check: UInt8 = 254
  static let echo: UInt8 = 253
  static let foreign: UInt8 = 252

  var outcomes: ConditionOutcomes {
    var outcomes = ConditionOutcomes()
    (outcomes.known, outcomes.holding) = (known, holding)
    return outcomes
  }
}

/// The letters of a kind's slices, numbered, with the symbols that its lifecycles read them as. Only slicing makes new ones, so
/// whoever reads slices may size a table by their count.
final class Letters {
  let machines: [Machine]
  let plan: Plan
  // SAFETY: only the methods below change them, and they call nobody who could use them meanwhile.
  @exclusivity(unchecked) private(set) var all: [Letter] = []
  private var numbers: [Letter: UInt16] = [:]
  /// By letter and lifecycle: the symbol, or -1 for none.
  @exclusivity(unchecked) private var symbols: [Int16] = []
  @exclusivity(unchecked) private var asking: [Bool] = []
  /// The letter of events that may have been about a subject: it exists before anything is sliced, because words are read anew
  /// with it in place of calls that do not count.
  static let mayHaveMoved: UInt16 = 0
  /// The plain letter of a callback, to find it fast.
  @exclusivity(unchecked) private var plain: [UInt16]

  init(_ machines: [Machine], _ plan: Plan) {
    (self.machines, self.plan) = (machines, plan)
    plain = Array(repeating: .max, count: plan.grammar.callbacks.count)
    _ = number(of: Letter(fact: UInt8(Fact.mayHaveMoved.rawValue)))
  }

  /// Whether the symbols of a letter depend on other subjects.
  @inline(__always)
  func asks(_ letter: UInt16) -> Bool { asking[Int(letter)] }

  /// Whether those of any letter do.
  var areAsking: Bool { asking.contains(true) }

  func number(_ callback: UInt16) -> UInt16 {
    let known = plain[Int(callback)]
    if known != .max { return known }
    let number = self.number(of: Letter(callback: callback))
    plain[Int(callback)] = number
    return number
  }

  func number(of letter: Letter) -> UInt16 {
    if let known = numbers[letter] { return known }
    // A number has two bytes, and conditions have up to 2^32 combinations. Of further ones nothing is known.
    var plain = letter
    (plain.known, plain.holding) = (0, 0)
    if letter.fact != Letter.call { plain.moved = .max }
    if all.count > UInt16.max / 2, letter != plain { return self.number(of: plain) }
    let number = UInt16(all.count)
    numbers[letter] = number
    all.append(letter)
    asking.append(
      letter.fact == Letter.call && plan.traits[Int(letter.callback)].asks
        && machines.contains { $0.cases.ofCallback[CallbackID(Int(letter.callback))] != nil })
    for (place, machine) in machines.enumerated() {
      var symbol: SymbolID?
      if letter.moved & Kind.bit(ofLifecycle: place) == 0 {
        // It does not concern the lifecycle.
      } else if letter.fact == Letter.call {
        let callback = CallbackID(Int(letter.callback))
        symbol = machine.symbol(callback, letter.outcomes)
      } else if let fact = Fact(rawValue: Int(letter.fact)) {
        symbol = machine.symbol(fact)
      }
      symbols.append(symbol.map { Int16($0.index) } ?? -1)
    }
    return number
  }

  /// The symbol as which a lifecycle reads a letter that asks nobody; nil for none.
  /// - Parameter lifecycle: its place among those of the kind.
  @inline(__always)
  func symbol(_ letter: UInt16, _ lifecycle: Int) -> SymbolID? {
    let symbol = symbols[Int(letter) * machines.count + lifecycle]
    return symbol < 0 ? nil : SymbolID(Int(symbol))
  }

  /// Whether a lifecycle sees a letter.
  func isSeen(_ letter: UInt16) -> Bool {
    machines.indices.contains { symbol(letter, $0) != nil }
  }

  /// Whether a word has a call that moves another lifecycle and that one does not see.
  func moves(_ word: ArraySlice<Entry>, beside lifecycle: Int) -> Bool {
    word.contains { entry in
      all[Int(entry.letter)].fact == Letter.call && symbol(entry.letter, lifecycle) == nil
        && machines.indices.contains { other in
          symbol(entry.letter, other).map {
            machines[other].movers.contains(machines[other].alphabet[$0])
          } ?? false
        }
    }
  }

  /// Whether a word has a call that a lifecycle sees.
  func hasCall(_ word: ArraySlice<Entry>) -> Bool {
    word.contains { all[Int($0.letter)].fact == Letter.call && isSeen($0.letter) }
  }
}

extension Plan {
  /// The known conditions of cases, as far as a row and the role of its subject show.
  func outcomes(_ store: Store, _ row: Row, role: UInt32) -> ConditionOutcomes {
    var outcomes = ConditionOutcomes()
    for number in places.indices {
      var name = store.value(places[number], row)
      if name == 0, places[number] == roleMember { name = role }
      if name != 0 {
        outcomes.set(number, holds: conditions.conditions[number].holds(of: store.string(name)))
      }
    }
    return outcomes
  }
}
