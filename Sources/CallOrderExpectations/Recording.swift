package import CallOrderKit
internal import TraceSystem

/// What a test judges: a recording, or anything that can be turned into one.
public protocol RecordingConvertible {
  /// The recording.
  var recording: Recording { get }
}

/// One recording in memory, in any format that `callorder check` reads.
public struct Recording: RecordingConvertible, Sendable, Equatable {
  /// Why a recording could not be read from a file.
  public struct ReadingError: Error, CustomStringConvertible, Equatable {
    /// One sentence without a full stop, with the path.
    public var description: String
  }

  /// The name in failures, and of the attachment: `calls.jsonl`.
  public var name: String
  /// The text, in UTF-8.
  public var bytes: [UInt8]

  /// The recording itself.
  public var recording: Recording { self }

  /// Makes a recording from its text.
  /// - Parameters:
  ///   - bytes: JSON, JSON Lines or a log, in UTF-8.
  ///   - name: how failures call it.
  public init(_ bytes: [UInt8], name: String = "calls.jsonl") {
    self.bytes = bytes
    self.name = name
  }

  /// Makes a recording from its text.
  /// - Parameters:
  ///   - text: JSON, JSON Lines or a log.
  ///   - name: how failures call it.
  public init(_ text: String, name: String = "calls.jsonl") {
    self.init(Array(text.utf8), name: name)
  }

  /// Reads the recording in a file, of at most 1 GiB.
  /// - Throws: `ReadingError` where there is no such file, or it cannot be read.
  /// - Complexity: O(bytes).
  public init(contentsOf path: String) throws(ReadingError) {
    do throws(SystemError) {
      bytes = try InputFile(opening: path).readAll(limit: 1 << 30)
    } catch {
      throw ReadingError(description: "\(path): \(error.message)")
    }
    name = Path.name(of: path)
  }

  /// Reads the recordings in a folder and the folders below it, in the order of their names: the files that end in
  /// `.json`, `.jsonl` or `.ndjson`, each of at most 1 GiB.
  /// - Throws: `ReadingError` for what cannot be read.
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

  /// The report of checking it.
  package func report(
    by grammar: Grammar, options: CheckOptions, reading: ReadingOptions
  ) -> Report {
    checkTraces(
      [.bytes(bytes, name: name)], against: grammar, options: options, reading: reading)
  }
}
