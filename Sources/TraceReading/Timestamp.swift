/// Reads an RFC 3339 time as seconds since 1970-01-01T00:00:00Z.
///
/// Accepted are also a space in place of `T` and an offset without its colon, as the unified log of Apple's systems
/// writes them. Leap seconds count as the second after.
/// - Returns: nil when the text is no such time.
/// - Source: RFC 3339 §5.6; days from the civil calendar after Hinnant, "chrono-compatible date algorithms".
func secondsSince1970(_ text: ByteView) -> Double? {
  var scanner = DigitScanner(text)
  guard let year = scanner.number(digits: 4), scanner.skip("-"),
    let month = scanner.number(digits: 2), (1...12).contains(month), scanner.skip("-"),
    let day = scanner.number(digits: 2), (1...daysInMonth(month, year)).contains(day),
    scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
    let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
    let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
    let second = scanner.number(digits: 2), second < 61
  else { return nil }
  var fraction = 0.0
  if scanner.skip(".") {
    guard let digits = scanner.fraction() else { return nil }
    fraction = digits
  }
  guard let offset = scanner.offsetInSeconds(), scanner.isAtEnd else { return nil }
  let days = daysSince1970(year: year, month: month, day: day)
  return Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset) + fraction
}

private func daysInMonth(_ month: Int, _ year: Int) -> Int {
  let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
  let shifted = month <= 2 ? year - 1 : year
  let era = (shifted >= 0 ? shifted : shifted - 399) / 400
  let yearOfEra = shifted - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

private struct DigitScanner {
  private let text: ByteView
  private var index: Int

  init(_ text: ByteView) { (self.text, index) = (text, text.startIndex) }

  var isAtEnd: Bool { index == text.endIndex }

  private var digit: Int? {
    guard index < text.endIndex, (0x30...0x39).contains(text[index]) else { return nil }
    return Int(text[index]) - 0x30
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < text.endIndex, UInt32(text[index]) == character.value else { return false }
    index += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit else { return nil }
      number = number * 10 + digit
      index += 1
    }
    return number
  }

  /// At least one digit; those after the fifteenth no longer matter.
  mutating func fraction() -> Double? {
    var mantissa = 0
    var scale = 1.0
    var count = 0
    while let digit {
      if count < 15 {
        mantissa = mantissa * 10 + digit
        scale *= 10
      }
      count += 1
      index += 1
    }
    return count == 0 ? nil : Double(mantissa) / scale
  }

  mutating func offsetInSeconds() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }
}
