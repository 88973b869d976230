internal import TraceFindings

/// A page that is passed on in pieces while it is written.
struct PagePieces {
  private static let size = 1 << 15

  /// What was not passed on yet.
  var bytes: [UInt8] = []
  /// Whether no further piece is wanted.
  private(set) var isStopped = false
  private let take: ([UInt8]) -> Bool

  /// - Parameter take: takes a piece; returns false if no further one is wanted.
  init(take: @escaping ([UInt8]) -> Bool) { self.take = take }

  /// Appends markup.
  static func += (left: inout PagePieces, right: Markup) {
    left.bytes.append(contentsOf: right.bytes)
    left.passOnIfMuch()
  }

  /// Passes on what was written, if that is enough for a piece.
  mutating func passOnIfMuch() { if bytes.count >= Self.size { passOn() } }

  /// Passes on the rest.
  mutating func finish() { if !bytes.isEmpty { passOn() } }

  private mutating func passOn() {
    if !isStopped { isStopped = !take(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}
