/// A text that is passed on in pieces while it is written.
package struct TextPieces {
  private static let size = 1 << 15

  /// What was not passed on yet.
  package var bytes: [UInt8] = []
  /// Whether nothing more is wanted.
  package private(set) var isStopped = false
  private let take: ([UInt8]) -> Bool

  /// - Parameter take: takes a piece; returns false if no further one is wanted.
  package init(take: @escaping ([UInt8]) -> Bool) { self.take = take }

  /// Appends markup.
  static func += (left: inout TextPieces, right: Markup) {
    left.bytes.append(contentsOf: right.bytes)
    left.passOnIfMuch()
  }

  /// Passes on what was written, if that is enough for a piece.
  package mutating func passOnIfMuch() { if bytes.count >= Self.size { passOn() } }

  /// Passes on the rest.
  package mutating func finish() { if !bytes.isEmpty { passOn() } }

  private mutating func passOn() {
    if !isStopped { isStopped = !take(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}
