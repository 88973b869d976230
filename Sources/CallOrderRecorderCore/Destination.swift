/// Where a recording goes.
public struct Destination: Sendable {
  let open: @Sendable () -> any RecordingSink

  /// Makes a destination from what makes its sink.
  package init(_ open: @escaping @Sendable () -> any RecordingSink) { self.open = open }

  /// Files in a folder, which is made where it is missing; each run of the app begins one.
  ///
  /// A file that reaches its limit is followed by the next one of the run. The oldest recordings in the folder are
  /// removed. Where the system refuses to write, standard error says so once, and a line in the recording says how many
  /// events are missing as soon as one can be written again.
  /// - Parameters:
  ///   - folder: its path.
  ///   - sizeLimit: the bytes after which a file is followed by the next.
  ///   - fileLimit: how many files of recordings the folder has at most.
  public static func files(
    in folder: String, sizeLimit: Int = 2 << 20, fileLimit: Int = 20
  ) -> Destination {
    Destination {
      FileSink(folder, sizeLimit: max(1, sizeLimit), fileLimit: max(1, fileLimit))
    }
  }

  /// Standard output, a line an event.
  public static let standardOutput = Destination { StandardOutputSink() }

  /// Memory, for tests and for reports of failures.
  public static func memory(_ recording: MemoryRecording) -> Destination {
    Destination { MemorySink(recording) }
  }

  /// A closure that is given each line, without its end; the first one is the header.
  ///
  /// It is called by whichever thread records, never by two at the same time. What it records itself is not recorded.
  public static func closure(_ body: @escaping @Sendable (String) -> Void) -> Destination {
    Destination { ClosureSink(body) }
  }
}

/// Takes the lines of a recording; it is called by one thread at a time.
package protocol RecordingSink: AnyObject, Sendable {
  /// The recording begins.
  func begin(_ header: RecordingHeader, launch: String)
  /// Some lines, each with its end.
  /// - Parameter events: how many events they tell of, those among them that they say are lost.
  func write(_ lines: UnsafeRawBufferPointer, events: Int)
  /// The recording is over.
  func end()
}

extension RecordingSink {
  func end() {}
}

extension UnsafeRawBufferPointer {
  /// Calls the closure for each line, without its end.
  package func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) {
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
      body(UnsafeRawBufferPointer(rebasing: self[start..<end]))
      start = end + 1
    }
  }
}
