/// An id or none, in as few bytes as a record or a table has for it.
@usableFromInline
package struct PackedOptionalID<
  ID: TypedID, Number: FixedWidthInteger & Sendable & BitwiseCopyable
>: Hashable, Sendable, BitwiseCopyable {
  /// The place in the list; with all bits set for none.
  @usableFromInline package let number: Number

  /// Packs an id, which must fit.
  @inlinable package init(_ id: ID) {
    number = Number(truncatingIfNeeded: id.index)
    assert(Int(number) == id.index && !isNone)
  }

  /// Packs an id, which must fit, or none.
  @inlinable package init(_ id: ID?) {
    if let id { self.init(id) } else { self.init(number: ~Number.zero) }
  }

  @inlinable init(number: Number) { self.number = number }

  /// No id.
  @inlinable package static var absent: Self { Self(number: ~Number.zero) }

  /// The id; nil for none.
  @inlinable package var id: ID? { isNone ? nil : known }

  /// The id, which has to be there.
  @inlinable package var known: ID { ID(Int(truncatingIfNeeded: number)) }

  /// Whether there is no id.
  @inlinable package var isNone: Bool { number == ~Number.zero }
}
