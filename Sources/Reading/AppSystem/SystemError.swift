internal import SystemC

/// Why an operation of the operating system failed for a path.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The path as it was given, for messages; `-` for a standard stream.
  package var path: String
  /// The system's error number; 0 if the fault was found without asking the system.
  package var code: Int32
  /// What went wrong, in the system's words, in lowercase and without a full stop.
  package var message: String

  package var description: String { "\(path): \(message)" }

  /// Creates an error that does not come from the system.
  package init(path: String, message: String) {
    self.init(path: path, code: 0, message: message)
  }

  /// Creates an error from the system's number.
  package init(path: String, code: Int32) {
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
    // The system's texts begin with a capital letter. Inside our sentences they should not, unless it is a name.
    let second = words.dropFirst().first
    guard let first = words.first, second?.isLowercase ?? false else { return words }
    return first.lowercased() + words.dropFirst()
  }
}
