public import TraceReading
internal import TraceSystem

/// One trace to be checked.
public struct TraceInput: Sendable {
  /// The name used in reports: the path as the user gave it, `-` for standard input.
  public var path: String
  /// Opens the bytes, on the thread that checks the trace; called more than once if they can be had again.
  public var open: @Sendable () throws(ByteSourceError) -> any ByteSource

  /// Whether the bytes can be had again by opening them again; those of a pipe cannot.
  public var isRereadable: Bool

  /// How many bytes are kept of those that can be had only once: 256 MiB.
  package var spoolLimit = 1 << 28

  /// The number of the first line.
  var firstLine = 1

  /// Makes an input from its name and a way to open it.
  public init(
    path: String, isRereadable: Bool = true,
    open: @escaping @Sendable () throws(ByteSourceError) -> any ByteSource
  ) {
    self.path = path
    self.isRereadable = isRereadable
    self.open = open
  }

  /// The trace in a file, which is opened when its turn comes.
  ///
  /// A file that is missing or cannot be read becomes a failure of the report.
  /// - Parameter path: where it is; a path that is not absolute counts from the current directory.
  public static func file(_ path: String) -> TraceInput {
    let kind = try? fileKind(of: path)
    return file(path, at: path, from: "", isRereadable: kind != .other)
  }

  /// The trace in a file.
  /// - Parameters:
  ///   - path: the name used in reports.
  ///   - place: where it is.
  ///   - folder: the folder that the place counts from; joined when it is opened, as there may be very many.
  ///   - isRereadable: whether it is a file indeed, and no pipe or device.
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
