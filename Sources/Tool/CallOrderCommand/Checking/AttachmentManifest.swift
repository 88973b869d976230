internal import TraceJSON
internal import TraceSystem

/// The list that `xcresulttool export attachments` writes beside the attachments of tests. It gives the files random
/// names; with the list, a recording is named after its test, as it is in the next run.
struct AttachmentManifest {
  /// The name of the file.
  static let fileName = "manifest.json"

  /// A recording among the attachments.
  struct Recording: Equatable {
    /// Its file, in the folder of the list.
    var file: String
    /// What reports call it, from that folder on: the test's identifier, and the name that the test gave.
    var name: String
  }

  /// The recordings, in the order of the list; no two have the same name.
  private(set) var recordings: [Recording] = []

  /// Reads a list.
  ///
  /// Apple publishes no schema: known members are read, and others ignored. Entries for files in other folders are dropped.
  /// - Parameter endings: what the names of recordings end in.
  /// - Returns: nil if the text is something else.
  init?(parsing bytes: [UInt8], endings: [String]) {
    // The list is empty if no test attached anything.
    guard let tests = (try? JSONValue(parsing: bytes, isForeign: true))?.array else { return nil }
    var counts: [String: Int] = [:]
    for test in tests {
      guard let identifier = test["testIdentifier"]?.string,
        let attachments = test["attachments"]?.array
      else { return nil }
      for attachment in attachments {
        guard let file = attachment["exportedFileName"]?.string else { return nil }
        let name = Self.givenName(attachment["suggestedHumanReadableName"]?.string ?? file)
        if Path.name(of: file) != file || [".", "..", ""].contains(file) { continue }
        // XCTest exports what was attached as a text as a `.txt` file.
        guard
          endings.contains(where: { file.hasSuffix($0) || name.hasSuffix($0) })
            || file.hasSuffix(".txt")
        else { continue }
        let parts = identifier.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let path = (parts.map { String($0.prefix(255)) } + [name]).joined(separator: "/")
        counts[path, default: 0] += 1
        recordings.append(
          Recording(file: file, name: Self.numbered(path, counts[path, default: 1])))
      }
    }
  }

  /// `calls.jsonl` of `calls_0_3778B134-6C75-4F5C-8C8E-3E4A1C9B7D10.jsonl`.
  private static func givenName(_ suggested: String) -> String {
    let name = Path.name(of: suggested).prefix(255)
    let (stem, ending) = parted(String(name))
    let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[parts.count - 1].count == 36,
      parts[parts.count - 1].allSatisfy({ $0.isHexDigit || $0 == "-" }),
      !parts[parts.count - 2].isEmpty, parts[parts.count - 2].allSatisfy(\.isNumber)
    else { return String(name) }
    let given = parts.dropLast(2).joined(separator: "_")
    // A text that was attached as `calls.jsonl` is suggested as `calls.jsonl_0_….txt`.
    return ending == ".txt" && given.contains(".") ? given : given + ending
  }

  /// The name with a number before its ending, unless it is the first.
  private static func numbered(_ path: String, _ number: Int) -> String {
    if number == 1 { return path }
    let (stem, ending) = parted(path)
    return "\(stem)-\(number)\(ending)"
  }

  private static func parted(_ name: String) -> (stem: String, ending: String) {
    guard let point = name.lastIndex(of: ".") else { return (name, "") }
    return (String(name[..<point]), String(name[point...]))
  }
}
