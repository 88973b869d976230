/// A time of a trace for people: `12.25 s`, from an hour on `10:00:06.100`, as a clock and a log write it, or
/// `2026-03-02 08:14:07.204 UTC` where the seconds count from 1970.
///
/// Times of other origins (a launch, the start of the device, 2001) are smaller.
package func recordedTime(_ seconds: Double) -> String {
  let isSince1970 = (1e9..<1e10).contains(seconds)
  guard isSince1970 || (3_600..<100_000).contains(seconds) else {
    return decimal(seconds, places: 6) + " s"
  }
  let milliseconds = Int(seconds * 1_000 + 0.5)
  if !isSince1970 { return clockTime(milliseconds: milliseconds) }
  let date = CalendarDate(secondsSince1970: milliseconds / 1_000)
  return "\(date) \(clockTime(milliseconds: milliseconds % 86_400_000)) UTC"
}

/// A number with zeros before it, up to a width.
func padded(_ number: some BinaryInteger, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Milliseconds, which are not negative, as a clock shows them: `10:00:06.100`.
package func clockTime(milliseconds: Int) -> String {
  let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
  let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
  return clock.map { padded($0, 2) }.joined(separator: ":") + ".\(padded(rest, 3))"
}
