internal import TraceDiagnostics
internal import TraceGrammar
internal import TraceWriting

/// The whole number a text says, within limits.
func wholeNumber(
  _ text: String, atLeast least: Int, atMost most: Int
) throws(CommandError) -> Int {
  guard let number = Int(text), (least...most).contains(number) else {
    throw .usage("'\(text)' is not a whole number from \(least) to \(most)")
  }
  return number
}

/// A percentage, 0 to 100.
func percentage(_ text: String) throws(CommandError) -> Double {
  let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
  guard let number = Double(digits), (0...100).contains(number) else {
    throw .usage("'\(text)' is not a percentage from 0 to 100")
  }
  return number
}

/// A platform and its version, such as `iOS 26.0`, `visionOS-2` or `17.4`; a version alone is one of iOS.
func platformVersion(_ text: String) throws(CommandError) -> PlatformVersion {
  let words = text.split(whereSeparator: { " -".contains($0) })
  let platform = words.count == 2 ? String(words[0]) : "iOS"
  let numbers = (words.last ?? "").split(separator: ".", omittingEmptySubsequences: false)
    .map { Int($0) }
  guard (1...2).contains(words.count), !numbers.isEmpty,
    numbers.allSatisfy({ $0.map { $0 >= 0 } ?? false })
  else {
    throw .usage("'\(text)' is not an OS version such as \"iOS 26.0\"")
  }
  return PlatformVersion(platform: platform, numbers: numbers.compactMap { $0 })
}

/// A rule and its new severity, `ID=SEVERITY`.
func ruleSeverity(_ text: String) throws(CommandError) -> LowArguments.RuleSeverity {
  guard let (rule, word) = split(text) else {
    throw .usage("'\(text)' is not ID=SEVERITY, such as disconnect-while-active=error")
  }
  return LowArguments.RuleSeverity(rule: rule, severity: try severity(named: word))
}

/// A severity by its word; nil for `off`.
func severity(named word: String) throws(CommandError) -> Severity? {
  if word == "off" { return nil }
  if let severity = Severity(name: word) { return severity }
  throw .usage(wrongChoice("a severity", word, among: ["off", "note", "warning", "error"]))
}

/// A report and its file, `NAME=PATH`.
/// - Parameter names: the formats there are.
func reportFile(
  _ text: String, among names: [String]
) throws(CommandError) -> LowArguments.ReportFile {
  guard let (format, path) = split(text) else {
    let ending = text.split(separator: ".").last.map(String.init) ?? ""
    let guess = names.contains(ending) ? ending : "json"
    throw .usage("'\(text)' is not NAME=PATH, such as \(guess)=\(text)")
  }
  guard names.contains(format) else {
    throw .usage(wrongChoice("a report", format, among: names))
  }
  if path == "-" {
    throw .usage("a report goes to a file", hint: "Use --format \(format) for standard output.")
  }
  return LowArguments.ReportFile(format: format, path: path)
}

/// A day, `YYYY-MM-DD`.
func date(_ text: String) throws(CommandError) -> String {
  guard CalendarDate(text) != nil else {
    throw .usage("'\(text)' is not a date such as 2027-03-31")
  }
  return text
}

/// The text before and after the first `=`, neither of them empty.
private func split(_ text: String) -> (String, String)? {
  guard let equals = text.firstIndex(of: "=") else { return nil }
  let (left, right) = (text[..<equals], text[text.index(after: equals)...])
  return left.isEmpty || right.isEmpty ? nil : (String(left), String(right))
}
