package import CallOrderKit
internal import TraceSystem

/// What a test checks: a recording, or anything that can be converted to one.
public protocol RecordingConvertible {
  /// The recording.
  var recording: Recording { get }
}

/// One recording in memory, in any format that `callorder check` reads.
public struct Recording: RecordingConvertible, Sendable, Equatable {
  /// Why a recording could not be read from a file.
  public struct ReadingError: Error, CustomStringConvertible, Equatable {
    /// The path and the reason, as one sentence without a period at the end.
    public var description: String
  }

  /// The name in failures and of the attachment, such as `calls.jsonl`.
  public var name: String
  /// The text, in UTF-8.
  public var bytes: [UInt8]

  /// The recording itself.
  public var recording: Recording { self }

  /// Makes a recording from its text.
  /// - Parameters:
  ///   - bytes: JSON, JSON Lines or a log, in UTF-8.
  ///   - name: its name in failures.
  public init(_ bytes: [UInt8], name: String = "calls.jsonl") {
    self.bytes = bytes
    self.name = name
  }

  /// Makes a recording from its text.
  /// - Parameters:
  ///   - text: JSON, JSON Lines or a log.
  ///   - name: its name in failures.
  public init(_ text: String, name: String = "calls.jsonl") {
    self.init(Array(text.utf8), name: name)
  }

  /// Reads a recording from a file of at most 1 GiB.
  /// - Throws: `ReadingError` if the file does not exist, is too large or cannot be read.
  /// - Complexity: O(bytes).
  public init(contentsOf path: String) throws(ReadingError) {
    do throws(SystemError) {
      bytes = try InputFile(opening: path).readAll(limit: 1 << 30)
    } catch {
      throw ReadingError(description: "\(path): \(error.message)")
    }
    name = Path.name(of: path)
  }

  /// Reads the recordings in a folder and its subfolders, in the order of their names.
  ///
  /// Recordings are files that end in `.json`, `.jsonl` or `.ndjson`, of at most 1 GiB each.
  /// - Throws: `ReadingError` for the first folder or file that cannot be read.
  /// - Complexity: O(bytes).
  public static func all(in folder: String) throws(ReadingError) -> [Recording] {
    let endings = [".json", ".jsonl", ".ndjson"]
    let walk = FolderWalk(of: folder) { name in endings.contains { name.hasSuffix($0) } }
    if let problem = walk.problems.first {
      throw ReadingError(description: "\(problem.path): \(problem.message)")
    }
    var recordings: [Recording] = []
    for file in walk.files { recordings.append(try Recording(contentsOf: file)) }
    return recordings
  }

  /// Checks the recording.
  package func report(
    by grammar: Grammar, options: CheckOptions, reading: ReadingOptions
  ) -> Report {
    checkTraces(
      [.bytes(bytes, name: name)], against: grammar, options: options, reading: reading)
  }
}
