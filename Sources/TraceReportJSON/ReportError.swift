public import TraceJSON

/// Why a text is not a report that this version can read.
public struct ReportError: Error, Equatable, CustomStringConvertible {
  /// The member concerned, such as `traces[0].violations[2].severity`; empty for the whole document.
  public var member: String
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// The line of the text, counted from 1; nil when the text is JSON.
  public var line: Int?

  /// Makes an error.
  public init(member: String = "", message: String, line: Int? = nil) {
    self.member = member
    self.message = message
    self.line = line
  }

  /// Makes an error from what jansson says about the text.
  public init(_ error: JSONError) {
    self.init(message: "not JSON: \(error.reason)", line: error.line)
  }

  public var description: String { member.isEmpty ? message : "\(member): \(message)" }
}
