/// The address of a table in memory whose elements are found by their ids, and by nothing else.
///
/// It is what a pointer is to a list: it neither knows how long the table is nor frees it.
@usableFromInline
package struct IDPointer<ID: TypedID, Element: ~Copyable>: BitwiseCopyable {
  // SAFETY: whoever allocates a table frees it only when nothing uses it any more, and makes ids only for elements that
  // it has. So an id is below the capacity, and elements do not move while a reference to one is in use.

  /// The address of the first element.
  @usableFromInline package let base: UnsafeMutablePointer<Element>

  /// A face for a table at an address.
  @inlinable package init(_ base: UnsafeMutablePointer<Element>) { self.base = base }

  /// Memory for a table that has to be filled, and freed in the end.
  @inlinable package static func allocate(capacity: Int) -> Self {
    Self(UnsafeMutablePointer<Element>.allocate(capacity: capacity))
  }

  /// The element with the id.
  @inlinable package subscript(id: ID) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(base + id.index) }
    @inline(__always) nonmutating unsafeMutableAddress { base + id.index }
  }

  /// The address of the element with the id.
  @inlinable package func address(_ id: ID) -> UnsafeMutablePointer<Element> { base + id.index }

  /// Fills the place of an id that has no element yet.
  @inlinable package func initialize(_ id: ID, to element: consuming Element) {
    (base + id.index).initialize(to: element)
  }

  /// Frees the memory.
  @inlinable package func deallocate() { base.deallocate() }
}
