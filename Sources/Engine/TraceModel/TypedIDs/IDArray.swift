/// A list whose elements are found by their ids, and by nothing else.
public struct IDArray<ID: TypedID, Element> {
  /// The elements in the order of their ids, as a list without ids.
  public var elements: [Element]

  /// Creates a list; the first element has the first id.
  @inlinable public init(_ elements: [Element]) { self.elements = elements }
}

extension IDArray: RandomAccessCollection, MutableCollection {
  /// The id of the first element.
  @inlinable public var startIndex: ID { ID(0) }
  /// The id behind the last one.
  @inlinable public var endIndex: ID { ID(elements.count) }
  /// The ids of all elements.
  @inlinable public var indices: Range<ID> { startIndex..<endIndex }
  /// The number of elements.
  @inlinable public var count: Int { elements.count }

  /// The element with the id.
  @inlinable public subscript(id: ID) -> Element {
    @inline(__always) _read { yield elements[id.index] }
    @inline(__always) _modify { yield &elements[id.index] }
  }

  @inlinable public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension IDArray: ExpressibleByArrayLiteral {
  @inlinable public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IDArray: Equatable where Element: Equatable {}
extension IDArray: Hashable where Element: Hashable {}
extension IDArray: Sendable where Element: Sendable {}

extension IDArray {
  /// Creates a list of equal elements.
  @inlinable package init(repeating element: Element, count: Int) {
    self.init([Element](repeating: element, count: count))
  }

  /// The elements with their ids.
  @inlinable package var numbered: Zip2Sequence<Range<ID>, [Element]> { zip(indices, elements) }

  /// A list of the results for all elements, with the same ids.
  @inlinable package func table<Result>(
    _ result: (Element) throws -> Result
  ) rethrows -> IDArray<ID, Result> {
    IDArray<ID, Result>(try elements.map(result))
  }

  /// Adds an element at the end.
  /// - Returns: its id.
  @discardableResult
  @inlinable package mutating func append(_ element: Element) -> ID {
    elements.append(element)
    return ID(elements.count - 1)
  }
}
