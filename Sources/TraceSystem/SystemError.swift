#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why the operating system refused something about a path.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The path as it was given, to be shown; `-` for a standard stream.
  package var path: String
  /// The system's error number; 0 when the fault was found before asking the system.
  package var code: Int32
  /// What went wrong, in the system's words and lower case, without a full stop.
  package var message: String

  package var description: String { "\(path): \(message)" }

  /// Makes an error that the system did not raise.
  package init(path: String, message: String) {
    self.init(path: path, code: 0, message: message)
  }

  /// Makes an error from the system's number.
  init(path: String, code: Int32) {
    self.init(path: path, code: code, message: Self.words(for: code))
  }

  init(path: String, code: Int32, message: String) {
    self.path = SystemText.shown(path)
    self.code = code
    self.message = SystemText.shown(message)
  }

  /// Whether there is nothing at the path, or no folder for it.
  package var isAbsent: Bool { code == ENOENT }

  private static func words(for code: Int32) -> String {
    guard let text = strerror(code) else { return "system error \(code)" }
    let words = String(cString: text)
    // The system's texts begin with a capital; inside our sentences they do not, unless it is a name.
    let second = words.dropFirst().first
    guard let first = words.first, second?.isLowercase ?? false else { return words }
    return first.lowercased() + words.dropFirst()
  }
}
