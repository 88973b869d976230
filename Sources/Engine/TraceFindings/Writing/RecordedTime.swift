/// A time of a trace for people: `12.25 s`, or `2026-03-02 08:14:07.204 UTC` where the seconds count from 1970.
///
/// Times of other origins (a launch, the start of the device, 2001) are smaller.
package func recordedTime(_ seconds: Double) -> String {
  guard (1e9..<1e10).contains(seconds) else { return decimal(seconds, places: 6) + " s" }
  let milliseconds = Int(seconds * 1_000 + 0.5)
  let (wholeSeconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
  let (hours, inHour) = (wholeSeconds % 86_400).quotientAndRemainder(dividingBy: 3_600)
  func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.count) + digits
  }
  let clock = [padded(hours, 2), padded(inHour / 60, 2), padded(inHour % 60, 2)]
  let date = CalendarDate(secondsSince1970: wholeSeconds)
  return "\(date) \(clock.joined(separator: ":")).\(padded(rest, 3)) UTC"
}
