internal import AppSystem

/// Where a recording goes.
public struct Destination: Sendable {
  let open: @Sendable () -> any RecordingSink

  /// Makes a destination from a closure that makes its sink.
  package init(_ open: @escaping @Sendable () -> any RecordingSink) { self.open = open }

  /// Files in a folder, which is created if it is missing. Each run of the app starts a new file.
  ///
  /// When a file reaches the size limit, the run continues in another file. The oldest recordings in the folder are
  /// removed. If a file cannot be written, a message is written to standard error once. As soon as writing works again, a
  /// line in the recording says how many events are missing.
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - sizeLimit: the size of a file, in bytes, from which on the next file is started.
  ///   - fileLimit: the maximum number of recording files in the folder.
  public static func files(
    in folder: String, sizeLimit: Int = 2 << 20, fileLimit: Int = 20
  ) -> Destination {
    Destination {
      FileSink(folder, sizeLimit: max(1, sizeLimit), fileLimit: max(1, fileLimit))
    }
  }

  /// Standard output, with one line per event.
  public static let standardOutput = Destination.closure {
    OutputChannel.standardOutput().write($0 + "\n")
  }

  /// Memory, for tests and for failure reports.
  public static func memory(_ recording: MemoryRecording) -> Destination {
    Destination { recording }
  }

  /// A closure that is called with each line, without its line end; the first line is the header.
  ///
  /// It is called on whichever thread records, but never by two threads at the same time. Events that the closure records
  /// itself are counted as lost.
  public static func closure(_ body: @escaping @Sendable (String) -> Void) -> Destination {
    Destination { ClosureSink(body) }
  }
}

/// Receives the lines of a recording; called by one thread at a time.
package protocol RecordingSink: AnyObject, Sendable {
  /// Called when the recording begins.
  func begin(_ header: RecordingHeader, launch: String)
  /// Called with some lines, each with its line end.
  /// - Parameter events: how many events the lines account for, including those that they report as lost.
  func write(_ lines: UnsafeRawBufferPointer, events: Int)
  /// Called when the recording ends.
  func end()
}

extension RecordingSink {
  package func end() {}
}

extension UnsafeRawBufferPointer {
  /// Calls the closure with each line, without its line end.
  package func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) {
    // SAFETY: a line is within the bytes, which the caller keeps during the call; sinks keep none of them.
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
      body(UnsafeRawBufferPointer(rebasing: self[start..<end]))
      start = end + 1
    }
  }
}
