internal import AppSystem

/// Writes the files of a recording.
final class FileSink: RecordingSink, @unchecked Sendable {
  // SAFETY: a recorder calls a sink from one thread at a time. Lines are used during the call.
  private let folder: String
  private let sizeLimit: Int
  private let fileLimit: Int
  private var header = RecordingHeader()
  private var launch = ""
  private var part = 0
  private var file: AppendedFile?
  /// Events that could not be written.
  private var lost = 0
  private var hasComplained = false

  private static let prefix = "calls-"
  private static let suffix = ".jsonl"

  init(_ folder: String, sizeLimit: Int, fileLimit: Int) {
    self.folder = Path.tidied(folder)
    self.sizeLimit = sizeLimit
    self.fileLimit = fileLimit
  }

  func begin(_ header: RecordingHeader, launch: String) {
    (self.header, self.launch) = (header, launch)
    do { try beginFile() } catch { complain(error) }
  }

  func write(_ lines: UnsafeRawBufferPointer, events: Int) {
    do throws(SystemError) {
      if let file, file.size < sizeLimit, lost == 0 { return try file.append(lines) }
      try append(lines)
    } catch {
      lost += events
      complain(error)
    }
  }

  func end() { file = nil }

  /// Appends lines to a new file, or after a line about what was lost.
  private func append(_ lines: UnsafeRawBufferPointer) throws(SystemError) {
    if file.map({ $0.size >= sizeLimit }) ?? true { try beginFile() }
    if lost > 0 {
      try file?.append(Array("{\"lost\":\(lost)}\n".utf8))
      lost = 0
    }
    try file?.append(lines)
  }

  private func beginFile() throws(SystemError) {
    let number = String(part + 1)
    // Sorting these names sorts the files by age, up to a million of them.
    let digits = String(repeating: "0", count: max(0, 6 - number.count)) + number
    let name = "\(Self.prefix)\(header.startedAt)-\(launch)-\(digits)\(Self.suffix)"
    let next = try AppendedFile(Path.joined(folder, name))
    part += 1
    file = next
    try next.append(header.line(launch: launch, part: part))
    removeOldFiles()
  }

  private func removeOldFiles() {
    let names = (try? visibleNames(in: folder, shownAs: folder)) ?? []
    let recordings = names.filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
    for old in recordings.dropLast(fileLimit) { try? removeFile(Path.joined(folder, old)) }
  }

  /// Reports a failure, but only the first one: a recording must not disturb the app.
  private func complain(_ error: SystemError) {
    if !hasComplained {
      OutputChannel.standardError().write("callorder: \(error); events are lost\n")
    }
    hasComplained = true
  }
}
