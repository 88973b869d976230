extension UnsafeMutablePointer {
  /// Moves the first values to a larger block of memory, and frees the old one.
  package mutating func enlarge(_ count: Int, toHold capacity: Int) {
    // SAFETY: the caller alone owns the block, has filled `count` values of it, and asks for at least as many.
    let larger = Self.allocate(capacity: capacity)
    larger.moveInitialize(from: self, count: count)
    deallocate()
    self = larger
  }
}
