package import TraceReading
package import TraceSystem

/// Keeps the beginning of what is watched, so that it can be read again; used by one thread at a time.
final class WatchSpool: @unchecked Sendable {
  // SAFETY: one thread at a time watches a recording. Here and in the sources below, a buffer is the caller's, and is
  // used only during the call, up to its count.
  private let file: SpoolFile
  private let limit: Int
  /// How many bytes are kept.
  var count: Int { file.count }
  /// How many of them are in complete lines.
  private(set) var wholeLines = 0
  /// Whether more arrived than is kept.
  private(set) var isFull = false

  init(limit: Int) throws(ByteSourceError) {
    self.limit = limit
    do throws(SystemError) { file = try SpoolFile() } catch { throw ByteSourceError(error.message) }
  }

  /// Keeps bytes that arrived, unless they exceed the limit.
  func keep(_ bytes: UnsafeRawBufferPointer) throws(ByteSourceError) {
    if isFull { return }
    if count + bytes.count > limit {
      isFull = true
      return
    }
    let start = count
    do throws(SystemError) { try file.append(bytes) } catch { throw ByteSourceError(error.message) }
    if let end = bytes.lastIndex(of: UInt8(ascii: "\n")) { wholeLines = start + end + 1 }
  }

  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    do throws(SystemError) { return try file.read(at: offset, into: buffer) } catch {
      throw ByteSourceError(error.message)
    }
  }
}

/// The bytes so far, up to an offset.
final class SpoolReplay: ByteSource {
  private let spool: WatchSpool
  private let end: Int
  private var offset = 0

  init(_ spool: WatchSpool, upTo end: Int) {
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
  private let spool: WatchSpool
  private var offset = 0
  /// Called whenever nothing has arrived for a while.
  var whenIdle: () -> Void = {}

  /// Whether everything that was kept has been read.
  var isLive: Bool { spool.isFull || offset >= spool.count }

  init(_ bytes: any WatchedBytes, _ spool: WatchSpool) {
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
