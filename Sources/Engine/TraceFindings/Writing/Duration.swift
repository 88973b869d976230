/// A length of time for people: `4 ms`, `2.6 s`, `3 min 20 s`, `2 h 14 min`.
package func duration(_ seconds: Double) -> String {
  guard seconds.isFinite else { return "\(seconds) s" }
  if seconds < 0 { return "-" + duration(-seconds) }
  if seconds < 0.000_5 { return seconds == 0 ? "0 ms" : "less than 1 ms" }
  if seconds < 0.999_5 { return "\(Int(seconds * 1_000 + 0.5)) ms" }
  if seconds < 59.95 { return decimal(seconds, places: 1) + " s" }
  guard seconds < 1e15 else { return decimal(seconds, places: 0) + " s" }
  let whole = Int(seconds + 0.5)
  func parts(_ first: String, _ second: String, _ unit: Int, _ part: Int) -> String {
    let rest = whole % unit / part
    return "\(grouped(whole / unit)) \(first)" + (rest == 0 ? "" : " \(rest) \(second)")
  }
  if whole < 3_600 { return parts("min", "s", 60, 1) }
  if whole < 86_400 { return parts("h", "min", 3_600, 60) }
  return parts("d", "h", 86_400, 3_600)
}

/// A number with separators between thousands: `1,000,000`.
package func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.utf8.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}
