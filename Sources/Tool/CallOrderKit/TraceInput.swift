public import TraceReading
internal import TraceSystem

/// One trace to check.
public struct TraceInput: Sendable {
  /// The name used in reports: the path as the user gave it, or `-` for standard input.
  public var path: String
  /// Opens the bytes, on the thread that checks the trace; called more than once if `isRereadable`.
  public var open: @Sendable () throws(ByteSourceError) -> any ByteSource

  /// Whether `open` can be called again to read the same bytes again; false for a pipe.
  public var isRereadable: Bool

  /// How many bytes are kept of an input that can be read only once: 256 MiB.
  package var spoolLimit = 1 << 28

  /// Makes an input from a name and a closure that opens its bytes.
  /// - Parameters:
  ///   - path: the name used in reports.
  ///   - isRereadable: whether `open` can be called again to read the same bytes again; false for a pipe.
  ///   - open: opens the bytes.
  public init(
    path: String, isRereadable: Bool = true,
    open: @escaping @Sendable () throws(ByteSourceError) -> any ByteSource
  ) {
    self.path = path
    self.isRereadable = isRereadable
    self.open = open
  }

  /// Whether `path` may name a folder, which stands for the traces in it.
  var mayBeFolder = false

  /// What the names of files end in that count as traces in a folder; `.gz` may follow.
  package static let endings = [".json", ".jsonl", ".ndjson"]

  /// The trace in a file, which is opened only when the trace is checked, or the traces in a folder and the folders below it.
  ///
  /// A file that is missing or cannot be read becomes a failure in the report, and so does a folder without traces.
  /// - Parameter path: the path of the file or folder, relative to the current directory unless it is absolute.
  public static func file(_ path: String) -> TraceInput {
    let kind = try? fileKind(of: path)
    var input = file(path, at: path, from: "", isRereadable: kind != .other)
    input.mayBeFolder = kind == .folder
    return input
  }

  /// The inputs that it stands for: itself, or the traces in a folder. A folder without any stands for itself, so that
  /// reading it fails.
  var expanded: [TraceInput] {
    guard mayBeFolder else { return [self] }
    let walk = FolderWalk(of: path) { name in
      Self.endings.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }
    let found = walk.files.map {
      TraceInput.file(SystemText.shown($0), at: $0, from: "", isRereadable: true)
    }
    let problems = walk.problems.map { problem in
      TraceInput(path: problem.path) { () throws(ByteSourceError) in
        throw ByteSourceError(problem.message)
      }
    }
    if !found.isEmpty || !problems.isEmpty { return found + problems }
    return [
      TraceInput(path: path) { () throws(ByteSourceError) in
        throw ByteSourceError(
          "contains no traces: no file below it ends in .json, .jsonl or .ndjson")
      }
    ]
  }

  /// The trace in a file.
  /// - Parameters:
  ///   - path: the name used in reports.
  ///   - place: the path of the file, relative to the folder unless it is absolute.
  ///   - folder: the folder; the paths are joined only on opening, as there may be very many inputs.
  ///   - isRereadable: whether it is a regular file rather than a pipe or a device.
  package static func file(
    _ path: String, at place: String, from folder: String, isRereadable: Bool
  ) -> TraceInput {
    TraceInput(path: path, isRereadable: isRereadable) { () throws(ByteSourceError) in
      do throws(SystemError) {
        return FileSource(try InputFile(opening: Path.joined(folder, place)))
      } catch {
        throw ByteSourceError(error.message)
      }
    }
  }

  /// A trace in memory.
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - name: the name used in reports.
  public static func bytes(_ bytes: [UInt8], name: String) -> TraceInput {
    TraceInput(path: name) { () throws(ByteSourceError) in MemorySource(bytes) }
  }
}
