package import CGrammars

/// The files of one part of the package, as they were built into the program.
///
/// `CGrammars.h` says how to add a file. The bytes are in the program's constant memory, which is never written or
/// freed, so they may be read from any thread.
package struct EmbeddedFiles: @unchecked Sendable {
  /// The grammar of UIKit's scenes, split by area, in the order of its text.
  package static let uiScene = EmbeddedFiles(callorder_embedded_uiscene())
  /// The grammars that ship beside it, one file for each.
  package static let grammars = EmbeddedFiles(callorder_embedded_grammars())

  // SAFETY: the list and the files are constants of the program. The C compiler counts their bytes.
  private let files: UnsafeBufferPointer<callorder_embedded_file>

  /// The files of a list, which must never change or be freed.
  package init(_ list: callorder_embedded_list) {
    files = UnsafeBufferPointer(start: list.files, count: list.count)
  }

  /// The text of a file; nil if the part has no file of that name.
  /// - Parameter name: its path from the folder of the C target, without a leading `../`.
  /// - Complexity: O(f + n) in the number of files and the size of this one, which is copied.
  package subscript(name: String) -> String? {
    files.first { Self.name(of: $0) == name }.map(Self.text)
  }

  /// The contents of all files, in the order of their list.
  package var contents: [UnsafeRawBufferPointer] { files.map(Self.content) }

  /// The contents of a file; nil if the part has no file of that name.
  /// - Parameter name: its path from the folder of the C target, without a leading `../`.
  /// - Complexity: O(f) in the number of files; nothing is copied.
  package func content(of name: String) -> UnsafeRawBufferPointer? {
    files.first { Self.name(of: $0) == name }.map(Self.content)
  }

  private static func content(of file: callorder_embedded_file) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: file.bytes, count: file.count)
  }

  private static func name(of file: callorder_embedded_file) -> String {
    var path = Substring(String(cString: file.path))
    while path.hasPrefix("../") { path = path.dropFirst(3) }
    return String(path)
  }

  private static func text(of file: callorder_embedded_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
