#if canImport(MachO)
  internal import MachO

  /// The header of the first loaded system image with one of the names; nil if none is loaded.
  /// - Parameter names: the last parts of their paths, in the order of preference.
  /// - Complexity: O(loaded images).
  package func systemImage(named names: [String]) -> UnsafeRawPointer? {
    // SAFETY: the system does not unload its own images, so their headers stay. The path is copied at once.
    for name in names {
      for index in 0..<_dyld_image_count() {
        if let path = _dyld_get_image_name(index), String(cString: path).hasSuffix("/\(name)") {
          return _dyld_get_image_header(index).map { UnsafeRawPointer($0) }
        }
      }
    }
    return nil
  }
#endif
