import Foundation

/// A folder that is removed after the test.
public final class TemporaryFolder: Sendable {
  /// The absolute path, without a final `/`.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    path = NSTemporaryDirectory() + "callorder-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The absolute path of something in the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and creates its parent folders.
  public func write(_ text: String, to name: String) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The text of a file; nil if it does not exist.
  public func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes a symbolic link.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  /// The names of the files and folders directly in it, sorted, including hidden ones.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
