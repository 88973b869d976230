/// Reads an RFC 3339 time as seconds since 1970-01-01T00:00:00Z.
///
/// It also accepts a space instead of `T` and an offset without a colon, as in Apple's unified log. A leap second
/// counts as the second after it.
/// - Returns: nil if the text is not such a time.
/// - Source: RFC 3339 §5.6; days from the civil calendar after Hinnant, "chrono-compatible date algorithms".
func secondsSince1970(_ text: ByteView) -> Double? {
  var scanner = DigitScanner(text)
  guard let day = scanner.day(), let (second, fraction) = scanner.timeOfDay(separators: ["."]),
    let offset = scanner.offsetInSeconds(), scanner.isAtEnd
  else { return nil }
  return Double(day * 86_400 + second - offset) + fraction
}

/// Reads the date before a time and what separates them, as days since 1970-01-01; nil if the text is no such date.
func daysSince1970(_ text: ByteView) -> Int? {
  var scanner = DigitScanner(text)
  guard let day = scanner.day(), scanner.isAtEnd else { return nil }
  return day
}

/// Reads the time at the start of a log line: a date and time as above, also without an offset or with a comma before
/// the fraction; `Nov 22 09:41:00` of syslog, in any year; or only the time of day.
///
/// Only differences between such times are meaningful, because the time zone, year or day may be unknown.
/// - Returns: seconds, and the index after the time; nil if the text does not begin with a time.
func leadingTime(_ text: ByteView) -> (seconds: Double, end: Int)? {
  var scanner = DigitScanner(text)
  var day = 0
  if let date = scanner.trying({ $0.day() }) ?? scanner.trying({ $0.dayOfSyslog() }) { day = date }
  guard let (second, fraction) = scanner.timeOfDay(separators: [".", ","]) else { return nil }
  let offset = scanner.trying { $0.offsetInSeconds() } ?? 0
  return (Double(day * 86_400 + second - offset) + fraction, scanner.index)
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
  private(set) var index: Int

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

  /// The closure's result. If that is nil, nothing counts as read.
  mutating func trying<Result>(_ body: (inout DigitScanner) -> Result?) -> Result? {
    var attempt = self
    guard let result = body(&attempt) else { return nil }
    self = attempt
    return result
  }

  /// The day of a date, in days since 1970. Also reads what separates it from a time.
  mutating func day() -> Int? {
    guard let year = number(digits: 4), skip("-"),
      let month = number(digits: 2), (1...12).contains(month), skip("-"),
      let day = number(digits: 2), (1...daysInMonth(month, year)).contains(day),
      skip("T") || skip("t") || skip(" ")
    else { return nil }
    return daysSince1970(year: year, month: month, day: day)
  }

  /// The day of a date such as `Nov 22`, in days since the start of the year. Also reads the blank after it.
  mutating func dayOfSyslog() -> Int? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard let month = names.firstIndex(where: { text[index...].starts(with: $0.utf8) }) else {
      return nil
    }
    index += 3
    guard skip(" ") else { return nil }
    guard let day = skip(" ") ? number(digits: 1) : number(digits: 2),
      (1...daysInMonth(month + 1, 2_000)).contains(day), skip(" ")
    else { return nil }
    let first = daysSince1970(year: 2_000, month: 1, day: 1)
    return daysSince1970(year: 2_000, month: month + 1, day: day) - first
  }

  /// The time within a day, as whole seconds and a fraction.
  mutating func timeOfDay(separators: [Unicode.Scalar]) -> (seconds: Int, fraction: Double)? {
    guard let hour = number(digits: 2), hour < 24, skip(":"),
      let minute = number(digits: 2), minute < 60, skip(":"),
      let second = number(digits: 2), second < 61
    else { return nil }
    var fraction = 0.0
    if separators.contains(where: { skip($0) }) {
      guard let digits = self.fraction() else { return nil }
      fraction = digits
    }
    return (hour * 3_600 + minute * 60 + second, fraction)
  }

  /// Reads at least one digit. Digits after the fifteenth do not matter.
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
