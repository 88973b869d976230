internal import TraceJSON
internal import TraceModel

/// Documents that have to be known as a whole before their elements mean anything.
extension ForeignDecoder {
  /// Reads the elements of a document, which is all there is in the batch.
  /// - Returns: the number of bytes.
  mutating func decodeDocument(
    _ batch: inout EventBatch, _ recognition: FormatRecognition
  ) throws(BatchFault) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<batch.byteCount])
    let start = ElementCutter.skipSpace(0, in: bytes)
    let end = ElementCutter.end(of: start, in: bytes) ?? bytes.count
    let rest = ElementCutter.skipSpace(end, in: bytes)
    if rest < bytes.count { throw BatchFault("nothing may follow the document", at: rest) }
    let document = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    guard
      let way = recognition.breadcrumbs(of: UnsafeRawBufferPointer(rebasing: document[start...])),
      let list = DocumentStep.offset(of: way, in: document, from: start)
    else {
      throw BatchFault(
        "the document names its list of events with escapes, which is not read", at: start)
    }
    for index in start..<list where bytes[index] == UInt8(ascii: "\n") { batch.lineEnds += 1 }
    var place = BatchDecoder.ListPlace.beforeFirst
    let after = try decodeElements(from: list + 1, &batch, &place, isLast: true)
    for index in after..<bytes.count where bytes[index] == UInt8(ascii: "\n") {
      batch.lineEnds += 1
    }
    return bytes.count
  }
}
