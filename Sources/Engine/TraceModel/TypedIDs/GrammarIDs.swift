/// The place of a kind of subject in `Grammar.subjects`, counted from 0.
public struct SubjectKindID: TypedID {
  /// The place, counted from 0.
  public let index: Int

  /// Creates the id of a place, counted from 0.
  @inlinable public init(_ index: Int) { self.index = index }
}

/// The place of a callback, an action or a case in `Grammar.callbacks`, counted from 0.
public struct CallbackID: TypedID {
  /// Every event that a check remembers has one, so it takes only two bytes; a grammar has far fewer callbacks.
  @usableFromInline let number: UInt16

  /// Creates the id of a place, counted from 0 and below 65,536.
  @inlinable public init(_ index: Int) { number = UInt16(index) }

  /// The place, counted from 0.
  @inlinable public var index: Int { Int(number) }
}

/// The place of a lifecycle in `Grammar.lifecycles`, counted from 0.
public struct LifecycleID: TypedID {
  /// The place, counted from 0.
  public let index: Int

  /// Creates the id of a place, counted from 0.
  @inlinable public init(_ index: Int) { self.index = index }
}

/// The place of a state in `Lifecycle.states`: each lifecycle has its own, counted from 0.
public struct StateID: TypedID {
  /// The place, counted from 0.
  public let index: Int

  /// Creates the id of a place, counted from 0.
  @inlinable public init(_ index: Int) { self.index = index }
}

/// The place of a rule in `Grammar.rules`, counted from 0.
public struct RuleID: TypedID {
  /// The place, counted from 0.
  public let index: Int

  /// Creates the id of a place, counted from 0.
  @inlinable public init(_ index: Int) { self.index = index }
}

/// The place of a quirk in `Grammar.quirks`, counted from 0.
public struct QuirkID: TypedID {
  /// The place, counted from 0.
  public let index: Int

  /// Creates the id of a place, counted from 0.
  @inlinable public init(_ index: Int) { self.index = index }
}

/// The place of a scenario in `Grammar.scenarios`, counted from 0.
public struct ScenarioID: TypedID {
  /// The place, counted from 0.
  public let index: Int

  /// Creates the id of a place, counted from 0.
  @inlinable public init(_ index: Int) { self.index = index }
}
