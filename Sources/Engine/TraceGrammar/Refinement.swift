/// The conditions that make a case of a callback; all of them have to hold.
public struct Refinement: Sendable, Equatable {
  /// The callback that it is a case of.
  public package(set) var callback: CallbackID
  /// The conditions on members of the event.
  public package(set) var conditions: [ValueCondition]
  /// The conditions on the states of subjects right before the event.
  public package(set) var situations: [Situation]
  /// The conditions on the calls that are running when the event comes.
  public package(set) var spans: [CallSpan]

  /// Makes a refinement.
  package init(
    callback: CallbackID, conditions: [ValueCondition], situations: [Situation] = [],
    spans: [CallSpan] = []
  ) {
    self.callback = callback
    self.conditions = conditions
    self.situations = situations
    self.spans = spans
  }
}

/// One of the conditions that make a case.
package protocol CaseCondition: Sendable, Hashable {
  /// Whether the answer has to be no.
  var isNegated: Bool { get set }

  /// Whether it is certain that no event meets both.
  func contradicts(_ other: Self) -> Bool
}

extension CaseCondition {
  /// The same condition without the negation.
  package var asserted: Self {
    var asserted = self
    asserted.isNegated = false
    return asserted
  }
}

extension Grammar {
  /// How a callback is called where it is implemented, such as `sceneDidBecomeActive` or `scene(_:willConnectTo:options:)`;
  /// a case is called like its callback. A callback without a spelling in Swift has its short name.
  package func writtenName(_ callback: CallbackID) -> String {
    var written = callbacks[callback]
    while let refined = written.refinement { written = callbacks[refined.callback] }
    guard let spelling = written.swift.first else { return written.name }
    let end = "(_:)"
    return spelling.hasSuffix(end) ? String(spelling.dropLast(end.count)) : spelling
  }

  /// The same for all callbacks, by their short names.
  package var writtenNames: [String: String] {
    Dictionary(
      callbacks.indices.map { (callbacks[$0].name, writtenName($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The same for a short name; a name that the grammar does not have stays as it is.
  package func writtenName(_ callback: String) -> String {
    callbacks.indices.first { callbacks[$0].name == callback }.map { writtenName($0) } ?? callback
  }
}

/// Whether a call is running when an event comes. This is unknown if calls record neither their end nor their duration.
public struct CallSpan: Sendable, Hashable, CaseCondition {
  /// The callbacks, sorted; a call of one of them has to be running.
  public package(set) var callbacks: [CallbackID]
  /// Whether none of them may be running.
  public package(set) var isNegated = false

  package func contradicts(_ other: CallSpan) -> Bool {
    if isNegated == other.isNegated { return false }
    let (no, yes) = isNegated ? (callbacks, other.callbacks) : (other.callbacks, callbacks)
    return yes.allSatisfy(no.contains)
  }
}

/// A condition on a member of an event. If the event lacks the member, it is unknown whether the condition holds.
public struct ValueCondition: Sendable, Hashable, CaseCondition {
  /// A question about a value.
  public enum Test: Sendable, Hashable {
    /// It is neither `false` nor 0 nor empty.
    case isSet
    /// It is one of these.
    case isOneOf([String])
    /// It is a number greater than this; `true` is 1 and `false` 0.
    case isGreater(than: Double)
  }

  /// The member, such as `role`, or one within another, such as `options.urls`.
  public package(set) var member: String
  /// The question.
  public package(set) var test: Test
  /// Whether the answer has to be no.
  public package(set) var isNegated: Bool

  /// Makes a condition.
  package init(member: String, test: Test, isNegated: Bool = false) {
    self.member = member
    self.test = test
    self.isNegated = isNegated
  }

  /// Whether the condition holds for a recorded value; nil where that is not known.
  /// - Complexity: O(bytes) for each value that is compared.
  package func holds(of value: String) -> Bool? {
    let answer: Bool
    switch test {
    case .isSet: answer = !["", "0", "false"].contains(value)
    case .isOneOf(let values): answer = values.contains(value)
    case .isGreater(let bound):
      guard let number = value == "true" ? 1 : value == "false" ? 0 : Double(value) else {
        return nil
      }
      answer = number > bound
    }
    return answer != isNegated
  }

  /// A value for which the condition holds, or does not.
  package func example(holding: Bool) -> String {
    let isYes = holding != isNegated
    switch test {
    case .isSet: return isYes ? "true" : "false"
    case .isOneOf(let values):
      if isYes { return values.first ?? "" }
      var other = "other"
      while values.contains(other) { other += "'" }
      return other
    case .isGreater(let bound):
      let number = (isYes ? bound.rounded(.down) + 1 : bound.rounded(.down)).description
      return number.hasSuffix(".0") ? String(number.dropLast(2)) : number
    }
  }
}

extension ValueCondition {
  package func contradicts(_ other: ValueCondition) -> Bool {
    if member != other.member { return false }
    if test == other.test { return isNegated != other.isNegated }
    guard case .isOneOf(let own) = test, case .isOneOf(let others) = other.test else {
      return false
    }
    switch (isNegated, other.isNegated) {
    case (false, false): return !own.contains(where: others.contains)
    case (false, true): return own.allSatisfy(others.contains)
    case (true, false): return others.allSatisfy(own.contains)
    case (true, true): return false
    }
  }
}
