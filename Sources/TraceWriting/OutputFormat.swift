/// A format that something can be written in: all that the command, its help and its tests need to know of it.
///
/// A renderer declares its format beside itself; a list of such values, in the order of the help, is the registry.
public struct OutputFormat<Content, Options>: Sendable, CustomStringConvertible {
  /// The name used on the command line.
  public let name: String
  /// What it is for, in one sentence for the help without a full stop; empty when the name says it.
  public let summary: String
  /// What a file in this format is usually called after its dot.
  public let fileExtension: String
  /// The media type of the bytes.
  public let mediaType: String
  /// How many events of each trace it tells one by one where nobody says how many; nil when it tells none.
  public let eventLimit: Int?
  /// Whether it tells which parts of the grammar were used.
  public let showsCoverage: Bool
  private let body: @Sendable (Content, Options) -> [UInt8]

  /// Describes a format.
  /// - Parameter render: makes a complete document, also when there is nothing to tell.
  public init(
    name: String, summary: String = "", fileExtension: String, mediaType: String,
    eventLimit: Int? = nil, showsCoverage: Bool = false,
    render: @escaping @Sendable (Content, Options) -> [UInt8]
  ) {
    self.name = name
    self.summary = summary
    self.fileExtension = fileExtension
    self.mediaType = mediaType
    self.eventLimit = eventLimit
    self.showsCoverage = showsCoverage
    body = render
  }

  /// The content in this format.
  public func render(_ content: Content, options: Options) -> [UInt8] { body(content, options) }

  public var description: String { name }
}

extension Sequence {
  /// The format with the name; nil when there is none.
  package func named<Content, Options>(_ name: String) -> Element?
  where Element == OutputFormat<Content, Options> {
    first { $0.name == name }
  }
}
