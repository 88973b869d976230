internal import TraceSystem

/// Records that are sorted by name, with little memory: beyond a few megabytes they are in a temporary file, in sorted runs
/// that are merged when the records are read. Records with the same name keep their order.
struct SortedRecords {
  /// A record: its name, a number, and its bytes.
  struct Record {
    var name: String
    var tag: Int
    var bytes: [UInt8]
  }

  /// Where a record is in the file. Records with the same name come in the order of their runs.
  private struct Place: Comparable {
    var name: String
    var run: Int
    var tag: Int
    var bytes: Range<Int>

    static func < (left: Self, right: Self) -> Bool {
      if precedes(left.name, right.name) { return true }
      return left.run < right.run && !precedes(right.name, left.name)
    }
  }

  /// The numbers before the name and the bytes of a record: the lengths of both, and the tag.
  private static let headSize = 3 * MemoryLayout<Int>.size

  private let runLimit: Int
  /// The records that are not in the file.
  private var run: [Record] = []
  private var runSize = 0
  private var file: SpoolFile?
  /// The sorted parts of the file.
  private var runs: [Range<Int>] = []
  /// The name of the last record in the file.
  private var lastName = ""

  /// - Parameter runLimit: how many bytes of records are kept in memory.
  init(runLimit: Int = 4 << 20) { self.runLimit = runLimit }

  /// No records, with the same limit.
  var emptied: Self { Self(runLimit: runLimit) }

  /// The number of bytes in the file.
  var fileSize: Int { file?.count ?? 0 }

  /// Adds a record.
  mutating func add(_ record: Record) throws(SystemError) {
    run.append(record)
    runSize += record.bytes.count + record.name.utf8.count + MemoryLayout<Record>.stride
    if runSize > runLimit { try spill() }
  }

  /// The records, sorted by the bytes of their names.
  func reader() throws(SystemError) -> Reader { try Reader(self) }

  /// Reads records one at a time.
  struct Reader {
    private let records: SortedRecords
    /// The next record of each run.
    private var heap = Heap<Place>()
    private var rest: [Range<Int>]
    private var latest: ArraySlice<Record>

    fileprivate init(_ records: SortedRecords) throws(SystemError) {
      self.records = records
      rest = records.runs
      latest = records.run.sorted { precedes($0.name, $1.name) }[...]
      for run in rest.indices {
        if let place = try records.next(of: run, in: &rest[run]) { heap.add(place) }
      }
    }

    /// The next record; nil after the last one.
    /// - Complexity: O(log runs).
    mutating func next() throws(SystemError) -> Record? {
      guard let first = heap.first else { return latest.popFirst() }
      // The records in memory were added after those in the file.
      if let record = latest.first, precedes(record.name, first.name) { return latest.popFirst() }
      heap.replaceFirst(by: try records.next(of: first.run, in: &rest[first.run]))
      return Record(name: first.name, tag: first.tag, bytes: try records.read(first.bytes))
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  // MARK: File

  /// Moves the records in memory to the file.
  private mutating func spill() throws(SystemError) {
    let sorted = run.sorted { Self.precedes($0.name, $1.name) }
    guard let first = sorted.first, let last = sorted.last else { return }
    let file: SpoolFile
    if let known = self.file { file = known } else { file = try SpoolFile() }
    self.file = file
    let start = file.count
    for record in sorted { try Self.append(record, to: file) }
    // Records that come sorted are one run.
    if let known = runs.last, !Self.precedes(first.name, lastName) {
      runs[runs.count - 1] = known.lowerBound..<file.count
    } else {
      runs.append(start..<file.count)
    }
    lastName = last.name
    (run, runSize) = ([], 0)
  }

  private static func append(_ record: Record, to file: SpoolFile) throws(SystemError) {
    let name = Array(record.name.utf8)
    let head = [name.count, record.bytes.count, record.tag]
    var fault: SystemError?
    func append(_ bytes: UnsafeRawBufferPointer) {
      if fault != nil { return }
      do throws(SystemError) { try file.append(bytes) } catch { fault = error }
    }
    head.withUnsafeBytes(append)
    name.withUnsafeBytes(append)
    record.bytes.withUnsafeBytes(append)
    if let fault { throw fault }
  }

  /// The place of the first record of a part of the file, and the part after it; nil if it is empty.
  private func next(of run: Int, in part: inout Range<Int>) throws(SystemError) -> Place? {
    if part.isEmpty { return nil }
    let start = part.lowerBound
    let head = try read(start..<(start + Self.headSize)).withUnsafeBytes { bytes in
      (0..<3).map { bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Int>.size, as: Int.self) }
    }
    let name = start + Self.headSize
    let bytes = name + head[0]
    part = (bytes + head[1])..<part.upperBound
    return Place(
      name: String(decoding: try read(name..<bytes), as: UTF8.self), run: run, tag: head[2],
      bytes: bytes..<part.lowerBound)
  }

  private func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    guard let file, !range.isEmpty else { return [] }
    return try [UInt8](unsafeUninitializedCapacity: range.count) {
      (buffer, count) throws(SystemError) in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = try file.read(at: range.lowerBound + count, into: rest)
        // Nobody else has the file, so it cannot be shorter.
        if read == 0 { throw SystemError(path: "a temporary file", message: "it is incomplete") }
        count += read
      }
    }
  }
}
