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

  /// The trace in a file, which is opened only when the trace is checked.
  ///
  /// A file that is missing or cannot be read becomes a failure in the report.
  /// - Parameter path: the path of the file, relative to the current directory unless it is absolute.
  public static func file(_ path: String) -> TraceInput {
    let kind = try? fileKind(of: path)
    return file(path, at: path, from: "", isRereadable: kind != .other)
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
