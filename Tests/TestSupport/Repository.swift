import Foundation

/// The location of the project's files, for tests that read samples.
public enum Repository {
  /// The folder that contains `Package.swift`.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

  /// The path of a file or folder in the repository.
  public static func path(_ relative: String) -> String { root + relative }

  /// The bytes of a file in the repository; nil if it does not exist.
  public static func bytes(_ relative: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(relative)).map { [UInt8]($0) }
  }

  /// The names of the files and folders directly in a folder of the repository, sorted.
  public static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }
}
