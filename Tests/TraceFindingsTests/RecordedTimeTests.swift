import Testing

@testable import TraceFindings

@Suite("A recorded time is shown")
struct RecordedTimeTests {
  @Test(
    "as seconds, as a clock from an hour on, or as date and time if it counts from 1970",
    arguments: [
      (0, "0 s"), (12.25, "12.25 s"), (-3, "-3 s"), (812_345.678, "812345.678 s"),
      (795_139_247.5, "795139247.5 s"), (1_772_439_247.203702, "2026-03-02 08:14:07.204 UTC"),
      (1_772_409_599.999_6, "2026-03-02 00:00:00.000 UTC"), (1e12, "1000000000000 s"),
      (3_599.5, "3599.5 s"), (3_600, "01:00:00.000"), (36_006.1, "10:00:06.100"),
      (99_999.9996, "27:46:40.000"), (100_000, "100000 s"),
      (951_782_400, "951782400 s"), (1_709_164_800, "2024-02-29 00:00:00.000 UTC"),
    ])
  func asSecondsOrAsAMoment(seconds: Double, text: String) {
    #expect(recordedTime(seconds) == text)
  }
}
