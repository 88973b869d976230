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

/// Reads the time at the start of a text from a log.
///
/// It may be a date and a time, with `-`, `/` or `.` in the date, in the order of any country; `Nov 22 09:41:00` of
/// syslog, in any year; only the time of day; or seconds with a fraction, as in `+12.250s`. A comma, a colon or a dot may come before
/// a fraction; AM, PM, and an offset may follow.
///
/// Only differences between such times are meaningful, because the time zone, year or day may be unknown.
/// - Returns: seconds, and the index after the time; nil if the text does not begin with a time.
func leadingTime(_ text: ByteView) -> (seconds: Double, end: Int)? {
  var scanner = DigitScanner(text)
  if let seconds = scanner.trying({ $0.decimalSeconds() }) { return (seconds, scanner.index) }
  var day = 0
  if let date = scanner.trying({ $0.day() }) ?? scanner.trying({ $0.dayOfSyslog() })
    ?? scanner.trying({ $0.dayOfCountry() })
  {
    day = date
  }
  guard let (second, fraction) = scanner.timeOfDay(separators: [".", ",", ":"], isLoose: true)
  else { return nil }
  let offset =
    scanner.trying { $0.offsetInSeconds() } ?? scanner.trying {
      $0.skip(" ") ? $0.offsetInSeconds() : nil
    } ?? 0
  return (Double(day * 86_400 + second - offset) + fraction, scanner.index)
}

private func daysInMonth(_ month: Int, _ year: Int) -> Int {
  let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

/// The days from 1970-01-01 to a day; nil if there is no such day.
private func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
  guard (1...12).contains(month), (1...daysInMonth(month, year)).contains(day) else { return nil }
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
      let month = number(digits: 2), skip("-"), let day = number(digits: 2),
      skip("T") || skip("t") || skip(" ")
    else { return nil }
    return daysSince1970(year: year, month: month, day: day)
  }

  /// The day of a date such as `Nov 22`, in days since the start of the year. Also reads the blank after it.
  mutating func dayOfSyslog() -> Int? {
    guard let month = monthName(), skip(" "),
      let day = skip(" ") ? number(digits: 1) : numberOfOneOrTwo(), skip(" "),
      let first = daysSince1970(year: 2_000, month: 1, day: 1)
    else { return nil }
    return daysSince1970(year: 2_000, month: month, day: day).map { $0 - first }
  }

  /// The number of a month that is named in short.
  private mutating func monthName() -> Int? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard let month = names.firstIndex(where: { text[index...].starts(with: $0.utf8) }) else {
      return nil
    }
    index += 3
    return month + 1
  }

  /// A date such as `22.11.2026`, `11/22/2026`, `2026/11/22` or `Nov 22, 2026`, in days since 1970; a month that is
  /// none is a day. Also reads what separates it from a time.
  mutating func dayOfCountry() -> Int? {
    var parts: [Int] = []
    if let month = monthName() {
      guard skip(" "), let day = numberOfOneOrTwo(), skip(","), skip(" "),
        let year = number(digits: 4)
      else { return nil }
      parts = [month, day, year]
    } else if let year = trying({ $0.number(digits: 4) }) {
      guard skip("/"), let month = number(digits: 2), skip("/"), let day = number(digits: 2) else {
        return nil
      }
      parts = [month, day, year]
    } else {
      guard let first = numberOfOneOrTwo() else { return nil }
      let isDotted = skip(".")
      guard isDotted || skip("/"), let second = numberOfOneOrTwo(), skip(isDotted ? "." : "/"),
        let year = trying({ $0.number(digits: 4) }) ?? number(digits: 2).map({ 2_000 + $0 })
      else { return nil }
      parts = isDotted || first > 12 ? [second, first, year] : [first, second, year]
    }
    _ = skip(",")
    guard skip(" ") || skip("T") else { return nil }
    if skip("a") { guard skip("t"), skip(" ") else { return nil } }
    return daysSince1970(year: parts[2], month: parts[0], day: parts[1])
  }

  /// Seconds with a fraction, such as `12.250` or `+0.25s`.
  mutating func decimalSeconds() -> Double? {
    _ = skip("+")
    var whole = 0.0
    var count = 0
    while let digit {
      whole = whole * 10 + Double(digit)
      count += 1
      index += 1
    }
    guard (1...12).contains(count), skip("."), let fraction = fraction() else { return nil }
    _ = skip("s")
    // Something else follows a version or a size.
    if index < text.endIndex, isNameByte(text[index]) || text[index] == UInt8(ascii: ".") {
      return nil
    }
    return whole + fraction
  }

  private mutating func numberOfOneOrTwo() -> Int? {
    trying { $0.number(digits: 2) } ?? number(digits: 1)
  }

  /// The time within a day, as whole seconds and a fraction.
  /// - Parameter isLoose: whether the hour may have one digit, and AM or PM may follow.
  mutating func timeOfDay(
    separators: [Unicode.Scalar], isLoose: Bool = false
  ) -> (seconds: Int, fraction: Double)? {
    guard var hour = isLoose ? numberOfOneOrTwo() : number(digits: 2), hour < 24, skip(":"),
      let minute = number(digits: 2), minute < 60, skip(":"),
      let second = number(digits: 2), second < 61
    else { return nil }
    var fraction = 0.0
    for separator in separators {
      let digits = trying { $0.skip(separator) ? $0.fraction() : nil }
      if let digits {
        fraction = digits
        break
      }
      // After an exact separator there must be a fraction.
      if !isLoose && index < text.endIndex && UInt32(text[index]) == separator.value { return nil }
    }
    if isLoose, let isAfternoon = trying({ $0.halfOfDay() }) {
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return (hour * 3_600 + minute * 60 + second, fraction)
  }

  /// Whether AM or PM, after a blank or a narrow one, is PM; nil if there is neither.
  private mutating func halfOfDay() -> Bool? {
    if !skip(" ") {
      for byte in [0xE2, 0x80, 0xAF] as [UInt8] {
        guard index < text.endIndex, text[index] == byte else { return nil }
        index += 1
      }
    }
    let isAfternoon = skip("P")
    guard isAfternoon || skip("A"), skip("M") else { return nil }
    return isAfternoon
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

/// The seconds that an RFC 3339 or unified log time stands for; nil for any other text.
func seconds(_ text: String?) -> Double? {
  guard var text else { return nil }
  // SAFETY: the bytes are only read within the closure.
  return text.withUTF8 { secondsSince1970(ByteView(UnsafeRawBufferPointer($0))) }
}
