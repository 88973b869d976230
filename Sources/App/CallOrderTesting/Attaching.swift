internal import Testing

/// Attaches a recording under a name that contains the test's, because a folder of attachments has no index.
func attach(_ recording: Recording, to test: Test?, at location: SourceLocation) {
  let name = attachmentName(recording.name, test: test.map { String(describing: $0.id) })
  Attachment.record(recording.bytes, named: name, sourceLocation: location)
}

/// `NotesTests-opensLink-calls.jsonl` for `calls.jsonl` and `Module.NotesTests/opensLink()/NotesTests.swift:16:4`.
///
/// The only dot is that of the extension, because Swift Testing inserts a word before the first dot if a name is taken.
func attachmentName(_ name: String, test: String?) -> String {
  guard let test else { return name }
  var parts = test.split(separator: "/", omittingEmptySubsequences: true)
  // Removes the source location, and the module name before the first dot.
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
