package import TraceReading
package import TraceSystem

/// The bytes so far, up to an offset.
final class SpoolReplay: ByteSource {
  // SAFETY: here and below, a buffer is the caller's, and is used only during the call, up to its count.
  private let spool: Spool
  private let end: Int
  private var offset = 0

  init(_ spool: Spool, upTo end: Int) {
    self.spool = spool
    self.end = end
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let wanted = min(buffer.count, end - offset)
    if wanted <= 0 { return 0 }
    let count = try spool.read(at: offset, into: .init(rebasing: buffer[..<wanted]))
    offset += count
    return count
  }
}

/// The bytes so far, followed by the bytes that arrive.
final class WatchedSource: ByteSource {
  /// How long to wait for bytes before `whenIdle` is called, in milliseconds.
  private static let patience = 200

  private let bytes: any WatchedBytes
  private let spool: Spool
  private var offset = 0
  /// Called whenever nothing has arrived for a while.
  var whenIdle: () -> Void = {}

  /// Whether everything that was kept has been read.
  var isLive: Bool { spool.isFull || offset >= spool.count }

  init(_ bytes: any WatchedBytes, _ spool: Spool) {
    self.bytes = bytes
    self.spool = spool
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if !isLive {
      let count = try spool.read(at: offset, into: buffer)
      offset += count
      return count
    }
    while true {
      switch try bytes.read(into: buffer, waitingAtMost: Self.patience) {
      case .bytes(let count):
        try spool.keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += count
        return count
      case .nothing: whenIdle()
      case .end: return 0
      }
    }
  }
}

/// When to check everything so far again: at intervals, and for at most about a fifth of the time.
struct PeekSchedule {
  private let clock = ContinuousClock()
  private let interval: Duration
  private var next: ContinuousClock.Instant
  private var begun: ContinuousClock.Instant
  private var seen = 0

  init(every interval: Duration) {
    self.interval = interval
    next = clock.now
    begun = next
  }

  /// Whether there is something new, and the last check was long enough ago.
  func isTime(for count: Int) -> Bool { count > seen && clock.now >= next }

  mutating func begin(_ count: Int) {
    seen = count
    begun = clock.now
  }

  mutating func end() {
    let now = clock.now
    next = max(begun + interval, now + min((now - begun) * 4, interval * 16))
  }
}

/// A growing file or a pipe that is watched.
package final class FollowedBytes: WatchedBytes {
  private let file: FollowedFile

  package init(_ file: FollowedFile) { self.file = file }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(ByteSourceError) -> FollowedFile.Arrival {
    do throws(SystemError) {
      return try file.read(into: buffer, waitingAtMost: milliseconds)
    } catch {
      throw ByteSourceError(error.message)
    }
  }
}
