package import TraceReading
internal import TraceSystem

/// A source that is read on its own thread, a few chunks ahead of its consumer.
package final class ReadAheadSource: ByteSource {
  /// The number of bytes of one chunk, and how many chunks may wait.
  private static let chunkSize = 1 << 18
  private static let chunkCount = 4

  private let shared: Shared
  private let thread: WorkerThread?
  /// The chunk that is being handed out, from `start` on.
  private var chunk: [UInt8] = []
  private var start = 0

  /// Starts to read the source, which nothing else may use from here on.
  package init(_ source: any ByteSource) {
    let shared = Shared(source)
    self.shared = shared
    thread = WorkerThread { shared.readAll() }
  }

  deinit {
    shared.progress.change { $0.isStopped = true }
    thread?.join()
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    // If no thread could be started, the source is read directly.
    if thread == nil { return try shared.source.read(into: buffer) }
    if start == chunk.count {
      (chunk, start) = (try shared.next().get(), 0)
    }
    let count = min(buffer.count, chunk.count - start)
    // SAFETY: no more is copied than the chunk has left and the buffer has room for.
    chunk.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
    }
    start += count
    return count
  }

  /// The data of both threads: only the reading thread uses the source, and both use the rest through the monitor.
  private final class Shared: @unchecked Sendable {
    // SAFETY: the thread alone uses the source, or the consumer if there is no thread; the rest is in the monitor.
    struct Progress {
      var chunks: [[UInt8]] = []
      /// How the reading ended; nil while it goes on.
      var end: Result<Void, ByteSourceError>?
      var isStopped = false
    }

    let source: any ByteSource
    let progress = Monitor(Progress())

    init(_ source: any ByteSource) { self.source = source }

    /// The next bytes; empty at the end.
    func next() -> Result<[UInt8], ByteSourceError> {
      let next = progress.wait { progress -> Result<[UInt8], ByteSourceError>? in
        if progress.chunks.isEmpty { return progress.end?.map { [] } }
        return .success(progress.chunks.removeFirst())
      }
      // There is room again.
      progress.change { _ in }
      return next
    }

    func readAll() {
      while progress.wait({ $0.isStopped ? false : $0.chunks.count < chunkCount ? true : nil }) {
        let chunk = Result { () throws(ByteSourceError) in try source.chunk(of: chunkSize) }
        let isLast = progress.change { progress in
          switch chunk {
          case .success(let bytes) where !bytes.isEmpty: progress.chunks.append(bytes)
          case .success: progress.end = .success(())
          case .failure(let error): progress.end = .failure(error)
          }
          return progress.end != nil
        }
        if isLast { return }
      }
    }
  }
}
