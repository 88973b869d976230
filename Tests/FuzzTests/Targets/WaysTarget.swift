import CallOrderKit
import TestSupport
import TraceChecking
import TraceFindings
import TraceReading
import TraceReporting

extension FuzzTarget {
  /// One trace as lines, as an array and as a document, from a file, from a pipe and in pieces: always the same report.
  static let ways = FuzzTarget(name: "ways", mutation: .choices) { bytes in
    guard let kind = bytes.first else { return .rejected }
    let lines = LivesText(bytes.dropFirst()).text.split(separator: "\n").map(String.init)
    if lines.isEmpty { return .rejected }
    return differences(lines, kind).map(Outcome.complaint) ?? .accepted
  }

  private static func differences(_ lines: [String], _ kind: UInt8) -> String? {
    let records = kind & 1 == 1 ? recordingAll : recordingSome
    let text = lines.map { $0 + "\n" }.joined()
    // One event per line in every shape, so that the lines of findings are the same.
    let shapes = [
      text, "[" + lines.joined(separator: ",\n") + "]",
      "{\"events\":[" + lines.joined(separator: " ,\n") + "],\"x\":0}",
    ]
    let expected = report(shapes[0], records)
    for (index, shape) in shapes.enumerated() {
      if index > 0, report(shape, records) != expected { return "shape \(index) of\n\(text)" }
      if report(shape, records, step: 1 + Int(kind >> 3)) != expected {
        return "shape \(index), dripping, of\n\(text)"
      }
    }
    // Spooling a pipe creates a file, so it is not tested every time.
    if kind & 6 == 0, report(text, records, isRereadable: false) != expected {
      return "a pipe of\n\(text)"
    }
    return nil
  }

  static let recordingAll = {
    var options = CheckOptions()
    options.records = .all
    return PreparedCheck(options: options)
  }()
  static let recordingSome = PreparedCheck()

  private static func report(
    _ text: String, _ check: PreparedCheck, step: Int = 1 << 20, isRereadable: Bool = true
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    let input = TraceInput(path: "x", isRereadable: isRereadable) {
      DrippingSource(bytes, step: step)
    }
    return check.report(of: [input]).render(as: .json)
  }
}
