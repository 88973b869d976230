import Foundation
import Testing

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

  /// The text of a file in the repository. If there is none, that is an issue, and the text is empty.
  public static func text(_ relative: String) -> String {
    if let bytes = bytes(relative) { return String(decoding: bytes, as: UTF8.self) }
    Issue.record("there is no \(relative)")
    return ""
  }

  /// The code blocks of a page, each with the word behind its fence, which may be empty.
  public static func codeBlocks(of page: String) -> [(language: String, code: String)] {
    let parts = text(page).components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let language = parts[index].prefix { !$0.isNewline }
      return (String(language), String(parts[index].dropFirst(language.count + 1)))
    }
  }

  /// The paths of all files and folders below a folder of the repository, relative to it, sorted.
  public static func paths(below folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: path(folder))?.allObjects ?? []
    return all.compactMap { $0 as? String }.sorted()
  }

  /// The names of the files and folders directly in a folder of the repository, sorted.
  public static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }
}
