public import TraceReading
internal import TraceSystem

/// One trace to be checked.
public struct TraceInput: Sendable {
  /// The name used in reports: the path as the user gave it, `-` for standard input.
  public var path: String
  /// Opens the bytes; called once, on the thread that checks the trace.
  public var open: @Sendable () throws(ByteSourceError) -> any ByteSource

  /// Makes an input from its name and a way to open it.
  public init(
    path: String, open: @escaping @Sendable () throws(ByteSourceError) -> any ByteSource
  ) {
    self.path = path
    self.open = open
  }

  /// The trace in a file, which is opened when its turn comes.
  ///
  /// A file that is missing or cannot be read becomes a failure of the report.
  /// - Parameter path: where it is; a path that is not absolute counts from the current directory.
  public static func file(_ path: String) -> TraceInput { file(path, at: path) }

  /// The trace in a file.
  /// - Parameters:
  ///   - path: the name used in reports.
  ///   - place: where it is.
  package static func file(_ path: String, at place: String) -> TraceInput {
    TraceInput(path: path) { () throws(ByteSourceError) in
      do throws(SystemError) {
        return FileSource(try InputFile(opening: place))
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
