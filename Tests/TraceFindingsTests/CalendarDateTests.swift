import Foundation
import Testing

@testable import TraceFindings

@Suite("Calendar date") struct CalendarDateTests {
  @Test(
    "only existing days are accepted",
    arguments: [
      "2027-02-29", "2100-02-29", "2027-13-01",
      "2027-00-10", "2027-04-31", "27-01-01", "2027-1-01", "2027-01-01x", "", "+027-01-01",
    ])
  func refused(text: String) { #expect(CalendarDate(text) == nil) }

  @Test("a day is written as it was read", arguments: ["2027-03-31", "2028-02-29", "0001-01-01"])
  func roundTrip(text: String) { #expect(CalendarDate(text)?.description == text) }

  @Test("the day of a time agrees with Foundation's calendar, also before 1970")
  func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for seconds in stride(from: -3_000_000_000, through: 5_000_000_000, by: 7_654_321) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(seconds)))
      let expected = [parts.year ?? 0, parts.month ?? 0, parts.day ?? 0]
      let actual = CalendarDate(secondsSince1970: seconds).description
        .split(separator: "-").compactMap { Int($0) }
      #expect(actual == expected, "\(seconds)")
    }
  }
}
