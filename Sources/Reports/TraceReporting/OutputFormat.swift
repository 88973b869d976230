/// Takes a document piece by piece; returns false to stop.
package typealias PieceTaker = (_ piece: [UInt8]) -> Bool

/// A format that something can be written in: everything that the command, its help and its tests need to know about it.
///
/// A renderer declares its format next to itself; a list of such values, in the order of the help, is the registry.
public struct OutputFormat<Content, Options>: Sendable, CustomStringConvertible {
  /// The name used on the command line.
  public let name: String
  /// Its purpose, in one sentence for the help without a full stop; empty when the name is enough.
  public let summary: String
  /// The usual extension of a file in this format, without the dot.
  public let fileExtension: String
  /// The media type of the bytes.
  public let mediaType: String
  /// How many events of each trace it lists individually by default; nil when it lists none.
  public let eventLimit: Int?
  /// Whether it shows which parts of the grammar were used.
  public let showsCoverage: Bool
  private let write: @Sendable (Content, Options, PieceTaker) -> Void

  /// Describes a format.
  /// - Parameter render: makes a complete document, even if there is nothing to report.
  public init(
    name: String, summary: String = "", fileExtension: String, mediaType: String,
    eventLimit: Int? = nil, showsCoverage: Bool = false,
    render: @escaping @Sendable (Content, Options) -> [UInt8]
  ) {
    self.init(
      name: name, summary: summary, fileExtension: fileExtension, mediaType: mediaType,
      eventLimit: eventLimit, showsCoverage: showsCoverage
    ) { content, options, take in _ = take(render(content, options)) }
  }

  /// Describes a format whose documents may be so large that they are never in memory as a whole.
  /// - Parameter pieces: passes on a complete document, until no more of it is taken.
  package init(
    name: String, summary: String = "", fileExtension: String, mediaType: String,
    eventLimit: Int? = nil, showsCoverage: Bool = false,
    pieces: @escaping @Sendable (Content, Options, PieceTaker) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.fileExtension = fileExtension
    self.mediaType = mediaType
    self.eventLimit = eventLimit
    self.showsCoverage = showsCoverage
    write = pieces
  }

  /// The content in this format.
  public func render(_ content: Content, options: Options) -> [UInt8] {
    var document: [UInt8] = []
    write(content, options) { piece in
      document += piece
      return true
    }
    return document
  }

  /// A function that passes the content on in this format, piece by piece.
  package func pieces(
    of content: Content, options: Options
  ) -> (_ take: PieceTaker) -> Void {
    { [write] take in write(content, options, take) }
  }

  public var description: String { name }
}

extension Sequence {
  /// The format with the name; nil when there is none.
  package func named<Content, Options>(_ name: String) -> Element?
  where Element == OutputFormat<Content, Options> {
    first { $0.name == name }
  }
}
