internal import SystemC

/// The functions that the current thread is in.
package enum CallStack {
  /// What is at an address of code.
  package struct Place: Sendable {
    /// The path of the executable or library.
    package var image: String
    /// The name of the function for the linker; nil if the image does not tell it.
    package var symbol: String?
  }

  /// How many calls are looked at: a method and its caller are among the first, even behind a proxy.
  private static let depth = 40
  /// The longest symbol that is read, in bytes.
  private static let symbolLimit = 4_096

  // SAFETY: the functions have these types in C on every system. `backtrace` fills at most as many places as it is told of.
  // `dladdr` fills a `Dl_info`, four pointers: a path, where the image begins, a symbol, and its address. Its texts stay as
  // long as the image is loaded, which it is while its code is on the stack.
  private typealias Backtrace =
    @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
  private typealias Dladdr =
    @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  // Looked up by their names: glibc's header hides `dladdr`, musl has no `backtrace`, and no header declares the function of
  // Swift's runtime. Where one is missing, nothing is known.
  private static let backtrace = function("backtrace", as: Backtrace.self)
  private static let dladdr = function("dladdr", as: Dladdr.self)
  private static let demangle = function("swift_demangle", as: Demangle.self)

  private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return dlsym(everywhere, name).map { unsafeBitCast($0, to: type) }
  }

  /// Calls a closure with the address of each call that the thread is in, the innermost first, as long as it returns true.
  /// - Complexity: O(calls), of which there are at most 40; without allocation, except that the first use may load a library.
  package static func walk(while goesOn: (UInt) -> Bool) {
    guard let backtrace else { return }
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: depth) { places in
      guard let start = places.baseAddress else { return }
      for index in 0..<Int(backtrace(start, Int32(depth))) {
        guard let place = start[index] else { return }
        // A call returns to what follows it, which may belong to another function.
        if !goesOn(UInt(bitPattern: place) - 1) { return }
      }
    }
  }

  /// What is at an address of code; nil if no image is there.
  /// - Complexity: O(symbols of the image).
  package static func place(at address: UInt) -> Place? {
    guard let dladdr, let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: 4) { found in
      found.initialize(repeating: nil)
      guard let start = found.baseAddress, dladdr(pointer, start) != 0, let path = found[0] else {
        return nil
      }
      let symbol = found[2].flatMap { strlen($0) > symbolLimit ? nil : String(cString: $0) }
      return Place(image: String(cString: path), symbol: symbol)
    }
  }

  /// A symbol of Swift in the words of the source; nil for other symbols.
  package static func demangled(_ symbol: String) -> String? {
    guard let text = demangle?(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
