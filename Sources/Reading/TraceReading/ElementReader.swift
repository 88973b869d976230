internal import TraceJSON
internal import TraceModel

/// Reads the elements of a recording, each of which is a JSON object. The `BatchDecoder` finds where they begin and
/// end.
protocol ElementReader: Sendable {
  /// The name of an element in messages, with its article.
  var elementName: String { get }
  /// The name of a list of elements in messages, with its article.
  var listName: String { get }
  /// Whether a list may lack its end, as after an interrupted program.
  var allowsOpenList: Bool { get }
  /// Appends the element at an offset of the batch if it has the ordinary shape; otherwise appends nothing and returns
  /// nil.
  /// - Parameter allowsLineEnds: whether the element may span lines.
  /// - Returns: the offset after the element.
  mutating func scan(_ start: Int, _ batch: inout EventBatch, allowsLineEnds: Bool) -> Int?
  /// Appends the events of the element that is in a range of the batch's bytes.
  mutating func read(_ range: Range<Int>, into batch: inout EventBatch) throws(BatchFault)
  /// Appends the events of the line in a range of the batch's bytes, without the blanks around it.
  /// - Parameter isWhole: whether a line end follows.
  mutating func readLine(
    _ range: Range<Int>, isWhole: Bool, into batch: inout EventBatch
  ) throws(BatchFault)
}

extension ElementReader {
  /// Calls the closure with the element in a range of the batch's bytes.
  func withElement<Result>(
    in range: Range<Int>, of batch: inout EventBatch, _ limits: ReadingLimits,
    isForeign: Bool = false,
    _ body: (JSONNode, inout EventBatch) throws(BatchFault) -> Result
  ) throws(BatchFault) -> Result {
    if range.count > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: range.lowerBound)
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: batch.view[range], isForeign: isForeign)
    } catch {
      throw BatchFault(
        error.isTruncation ? "the text ends inside \(elementName)" : error.inPlainWords,
        at: range.lowerBound + min(error.offset, range.count), isTruncation: error.isTruncation)
    }
    return try document.withRoot { root throws(BatchFault) in
      guard root.isObject else {
        throw BatchFault(
          "\(elementName) must be an object, not \(root.kindInWords)",
          at: range.lowerBound)
      }
      return try body(root, &batch)
    }
  }
}

extension JSONNode {
  /// The kind of value, in words for messages.
  var kindInWords: String { value.kindInWords }
}

extension JSONError {
  /// jansson's reason, in words for somebody who wrote a trace.
  var inPlainWords: String {
    switch reason {
    case "duplicate object key": "a member occurs twice"
    case "maximum parsing depth reached": "values are nested too deeply; the limit is 2,048 levels"
    default: reason
    }
  }
}
