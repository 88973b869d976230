/// Measures work and prints a table, always relative to the bare jansson loop of the same run.
struct Measurement {
  /// The number of runs. The best time counts, because it depends least on what else the machine does.
  let runs = 3
  /// The only row to measure; nil for all rows.
  let only: String?
  private var baselinePerByte = 0.0

  init(only: String?) { self.only = only }

  /// The best time of the work, in seconds.
  func best(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    let times = (0..<runs).map { _ in
      let duration = clock.measure(work)
      return Double(duration.components.seconds)
        + Double(duration.components.attoseconds) * 1e-18
    }
    return times.min() ?? 0
  }

  /// Measures the baseline that everything else is compared with.
  mutating func setBaseline(_ name: String, events: Int, bytes: Int, _ work: () -> Void) {
    if leavesOut(name) { return }
    let time = best(work)
    baselinePerByte = time / Double(bytes)
    show(name, events: events, bytes: bytes, time: time)
  }

  /// Measures work over a number of events and bytes, and prints its row.
  func measure(_ name: String, events: Int, bytes: Int, _ work: () -> Void) {
    if leavesOut(name) { return }
    show(name, events: events, bytes: bytes, time: best(work))
  }

  /// Whether a row is skipped.
  func leavesOut(_ name: String) -> Bool { only.map { $0 != name } ?? false }

  static func showHeader() {
    print(row("", "time", "events/s", "MB/s", "ns/event", "x jansson"))
  }

  private func show(_ name: String, events: Int, bytes: Int, time: Double) {
    let ratio = baselinePerByte * Double(bytes) / time
    print(
      Self.row(
        name, Self.decimal(time, 3) + " s", Self.decimal(Double(events) / time / 1e6, 2) + " M",
        Self.decimal(Double(bytes) / time / 1e6, 0), Self.decimal(time * 1e9 / Double(events), 0),
        ratio > 0 ? Self.decimal(ratio, 1) : ""))
  }

  private static func row(_ name: String, _ cells: String...) -> String {
    let columns = cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 44 - name.count)) + columns.joined()
  }

  private static func decimal(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value * scale + 0.5).isFinite ? value * scale + 0.5 : 0)
    if digits == 0 { return String(scaled) }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
