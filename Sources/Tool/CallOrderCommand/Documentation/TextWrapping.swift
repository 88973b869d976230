/// Words filled into lines of at most `width` columns, every line indented by `indent` spaces.
///
/// Each character counts as one column; a word longer than a line has a line of its own.
func wrapped(_ text: String, width: Int = 80, indent: Int = 0) -> String {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = ""
  for word in text.split(whereSeparator: { " \n".contains($0) }) {
    if !line.isEmpty, indent + line.count + 1 + word.count > width {
      lines.append(margin + line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  if !line.isEmpty { lines.append(margin + line) }
  return lines.map { $0 + "\n" }.joined()
}

/// The text with a backslash before each of the characters.
func escaping(_ characters: String, in text: String) -> String {
  text.map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
}

/// The text with a space for every line break.
func asOneLine(_ text: String) -> String {
  String(text.map { $0.isNewline ? " " : $0 })
}

/// The text as a sentence: first letter in upper case, period at the end.
func asSentence(_ text: String) -> String {
  // A name of code, such as willConnect or scene(_:continue:), keeps its case.
  let isName = text.prefix { $0 != " " }.dropFirst().contains {
    $0.isUppercase || $0 == "(" || $0 == "_"
  }
  let capital = isName ? text : text.prefix(1).uppercased() + text.dropFirst()
  return capital.hasSuffix(".") ? capital : capital + "."
}
