#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why the operating system refused something about a path.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The path as it was given; `-` for a standard stream.
  package var path: String
  /// The system's error number; 0 when the fault was found before asking the system.
  package var code: Int32
  /// What went wrong, in the system's words and lower case, without a full stop.
  package var message: String

  package var description: String { "\(path): \(message)" }

  /// Makes an error that the system did not raise.
  package init(path: String, message: String) {
    self.path = path
    code = 0
    self.message = message
  }

  /// Makes an error from the system's number.
  init(path: String, code: Int32) {
    self.path = path
    self.code = code
    message = Self.words(for: code)
  }

  /// Whether there is nothing at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  private static func words(for code: Int32) -> String {
    guard let text = strerror(code) else { return "system error \(code)" }
    let words = String(cString: text)
    // The system's texts begin with a capital; inside our sentences they do not, unless it is a name.
    let second = words.dropFirst().first
    guard let first = words.first, second?.isLowercase ?? false else { return words }
    return first.lowercased() + words.dropFirst()
  }
}

/// Calls the system again for as long as a signal interrupts it.
func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
