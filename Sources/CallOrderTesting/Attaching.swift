internal import Testing

/// Attaches a recording under a name that tells the test, as folders of attachments have no list.
func attach(_ recording: Recording, to test: Test?, at location: SourceLocation) {
  let name = attachmentName(recording.name, test: test.map { String(describing: $0.id) })
  Attachment.record(recording.bytes, named: name, sourceLocation: location)
}

/// `NotesTests-opensLink-calls.jsonl` of `calls.jsonl` and `Module.NotesTests/opensLink()/NotesTests.swift:16:4`.
///
/// There is no point but that before the ending, as Swift Testing puts a word before the first where a name is taken.
func attachmentName(_ name: String, test: String?) -> String {
  guard let test else { return name }
  var parts = test.split(separator: "/", omittingEmptySubsequences: true)
  // The place in the source, and the module before the first point.
  if parts.count > 1 { parts.removeLast() }
  if let point = parts.first?.firstIndex(of: ".") {
    parts[0] = parts[0][parts[0].index(after: point)...]
  }
  let words = parts.map { part in
    let text = part.prefix { $0 != "(" }
    return String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
  return (words.filter { !$0.isEmpty } + [name]).joined(separator: "-")
}
