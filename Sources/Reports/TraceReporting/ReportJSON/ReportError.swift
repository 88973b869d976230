internal import TraceJSON

/// Why a text is not a report that this version can read.
package struct ReportError: Error, Equatable, CustomStringConvertible {
  /// The member concerned, such as `traces[0].violations[2].severity`; empty for the whole document.
  package var member: String
  /// What is wrong, in one sentence without a full stop.
  package var message: String
  /// The line of the text, counted from 1; nil when the text is JSON.
  package var line: Int?

  package init(member: String = "", message: String, line: Int? = nil) {
    self.member = member
    self.message = message
    self.line = line
  }

  package var description: String { member.isEmpty ? message : "\(member): \(message)" }
}

extension JSONValue {
  /// Reads the text of a report or a baseline.
  /// - Throws: `ReportError` with jansson's reason.
  init(ofReport text: [UInt8]) throws(ReportError) {
    do throws(JSONError) { try self.init(parsing: text) } catch {
      throw ReportError(message: "not JSON: \(error.reason)", line: error.line)
    }
  }
}
