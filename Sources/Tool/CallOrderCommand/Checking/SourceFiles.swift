internal import TraceFindings
internal import TraceSystem

/// Finds the source files that recorded events name, and reads the lines around them.
///
/// A trace may come from anybody, and reports are passed on. So only ordinary files with the endings of source files are
/// read, and only below the folder where the command runs: no link is followed, and nothing hidden is looked at.
struct SourceFiles {
  /// How many folder entries are searched for a file that is not where the recording says.
  private static let entryLimit = 100_000
  private static let byteLimit = 4 << 20
  private static let fileLimit = 500
  private static let excerptLimit = 1_000
  private static let lengthLimit = 200
  private static let endings = [
    ".swift", ".m", ".mm", ".h", ".c", ".cc", ".cpp", ".kt", ".java", ".dart", ".js", ".jsx", ".ts",
    ".tsx",
  ]

  private let folder: String
  private let readsLines: Bool
  /// The path below the folder of each name that was asked for; nil for those that were not found.
  private var paths: [String: String?] = [:]
  /// The lines of each file by path; none for one that cannot be read.
  private var lines: [String: [Substring]] = [:]
  /// All source files below the folder, by the last part of their paths.
  private var walked: [String: [String]]?
  private var excerptRoom = 0

  /// - Parameters:
  ///   - folder: the absolute path of the folder.
  ///   - readsLines: false finds files and reads none of them.
  init(below folder: String, readsLines: Bool) {
    self.folder = folder
    self.readsLines = readsLines
  }

  /// Puts the paths below the folder, and lines of the files, into the listed findings. What was found in the folder is kept
  /// for the next report, and each has the same limits.
  mutating func complete(_ report: inout Report) {
    (paths, excerptRoom) = ([:], Self.excerptLimit)
    if lines.count == Self.fileLimit { lines = [:] }
    var completed: [(trace: Int, violations: [Violation])] = []
    for (index, trace) in report.traces.enumerated()
    where trace.violations.contains(where: { $0.origin.file != nil }) {
      completed.append((index, trace.violations.map { complete($0) }))
    }
    // If nothing changes, the traces are not copied.
    if completed.isEmpty { return }
    for (index, violations) in completed { report.traces[index].violations = violations }
  }

  private mutating func complete(_ violation: Violation) -> Violation {
    guard let file = violation.origin.file, let path = path(of: file) else { return violation }
    var violation = violation
    violation.origin.excerpt = violation.origin.line.flatMap { excerpt(of: path, around: $0) }
    violation.origin.file = path
    return violation
  }

  /// All source files below the folder, by the last part of their paths; none if there are too many.
  private var sources: [String: [String]] {
    mutating get {
      if let walked { return walked }
      let walk = FolderWalk(
        of: ".", from: folder, limit: Self.entryLimit, followsLinks: false
      ) { name in Self.endings.contains(where: name.hasSuffix) }
      let found = walk.isCut ? [:] : Dictionary(grouping: walk.files, by: Path.name)
      walked = found
      return found
    }
  }

  /// The path of a file below the folder; nil if it is not there, or if several files may be meant.
  private mutating func path(of file: String) -> String? {
    if let known = paths[file] { return known }
    let found = find(file)
    paths[file] = .some(found)
    return found
  }

  private mutating func find(_ file: String) -> String? {
    guard Self.endings.contains(where: file.hasSuffix) else { return nil }
    var name = Path.tidied(file)
    if name.hasPrefix(folder + "/") { name.removeFirst(folder.utf8.count + 1) }
    if name.hasPrefix("/") || name.split(separator: "/").contains("..") { return nil }
    if fileExists(name, within: folder) { return name }
    return search(name)
  }

  /// Finds what the compiler calls `Module/File.swift`, which is not a path: the only file with that name, or among
  /// several the only one in a folder with the module's name.
  private mutating func search(_ name: String) -> String? {
    let candidates = sources[Path.name(of: name)] ?? []
    if candidates.count < 2 { return candidates.first }
    let module = name.split(separator: "/").first
    let within = candidates.filter { path in
      path.split(separator: "/").dropLast().contains { $0 == module }
    }
    return within.count == 1 ? within[0] : nil
  }

  /// Six lines; the given one is the third if two lines precede it.
  private mutating func excerpt(of path: String, around line: Int) -> EventOrigin.Excerpt? {
    guard readsLines, excerptRoom > 0 else { return nil }
    let lines = lines(of: path)
    guard line <= lines.count else { return nil }
    excerptRoom -= 1
    let first = max(1, line - 2)
    return EventOrigin.Excerpt(
      firstLine: first,
      lines: lines[(first - 1)..<min(lines.count, first + 5)].map { line in
        line.count > Self.lengthLimit ? line.prefix(Self.lengthLimit) + "…" : String(line)
      })
  }

  private mutating func lines(of path: String) -> [Substring] {
    if let known = lines[path] { return known }
    guard lines.count < Self.fileLimit else { return [] }
    let bytes = try? readFile(path, within: folder, limit: Self.byteLimit)
    var text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    // Other encodings are not shown.
    if !text.utf8.elementsEqual(bytes ?? []) { text = "" }
    var found = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if found.last?.isEmpty == true { found.removeLast() }
    lines[path] = found
    return found
  }
}
