internal import TraceReading

/// The lines of a source, read one at a time.
struct SourceLines {
  private static let chunkSize = 1 << 18

  private let source: any ByteSource
  private let path: String
  private let limit: Int
  private var chunk: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// - Parameters:
  ///   - path: what messages call the source.
  ///   - limit: how many bytes may be in memory at once.
  init(_ source: any ByteSource, of path: String, limit: Int) {
    (self.source, self.path, self.limit) = (source, path, limit)
  }

  /// The next line without its line feed; nil at the end.
  mutating func next() throws(CommandError) -> [UInt8]? {
    var line: [UInt8] = []
    while try fill() {
      let rest = chunk[start...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line += rest[..<(end ?? rest.endIndex)]
      start = end.map { $0 + 1 } ?? chunk.count
      if line.count > limit { throw tooLarge }
      if end != nil { return line }
    }
    return line.isEmpty ? nil : line
  }

  /// All that was not read yet.
  mutating func rest() throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    while try fill() {
      bytes += chunk[start...]
      start = chunk.count
      if bytes.count > limit { throw tooLarge }
    }
    return bytes
  }

  /// Whether nothing follows.
  mutating func hasEnded() throws(CommandError) -> Bool { try !fill() }

  private var tooLarge: CommandError {
    .failure("\(path): larger than the limit of \(limit) bytes")
  }

  /// - Returns: whether there is anything to read.
  private mutating func fill() throws(CommandError) -> Bool {
    if start < chunk.count { return true }
    if isAtEnd { return false }
    do throws(ByteSourceError) { chunk = try source.chunk(of: Self.chunkSize) } catch {
      throw .failure("\(path): \(error.message)")
    }
    start = 0
    isAtEnd = chunk.isEmpty
    return !isAtEnd
  }
}
