/// The place of something in a list of its kind, counted from 0.
///
/// Each kind has its own type of ids, so that the compiler notices where a place in one list is used for another. An id
/// is nothing but a number: it takes as much memory, and using it as much time.
public protocol TypedID: Hashable, Strideable, Sendable, BitwiseCopyable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
where Stride == Int, IntegerLiteralType == Int {
  /// The place in the list, counted from 0.
  var index: Int { get }

  /// Creates the id of a place, counted from 0.
  init(_ index: Int)
}

extension TypedID {
  /// Creates the id of a place, counted from 0.
  @inlinable public init(integerLiteral index: Int) { self.init(index) }

  @inlinable public static func == (left: Self, right: Self) -> Bool { left.index == right.index }

  @inlinable public static func < (left: Self, right: Self) -> Bool { left.index < right.index }

  /// How many places the other id is behind this one.
  @inlinable public func distance(to other: Self) -> Int { other.index - index }

  /// The id that many places behind.
  @inlinable public func advanced(by distance: Int) -> Self { Self(index + distance) }

  public var description: String { index.description }

  /// The ids of a list with this many elements.
  @inlinable package static func all(_ count: Int) -> Range<Self> { Self(0)..<Self(count) }
}
