/// Sums over traces that determine a share, and how similar the launches of one trace are.
///
/// Launches of one recording are not independent: a fault that breaks a rule on a device often breaks it there each time.
/// The design effect, the factor by which the variance exceeds the variance of independent launches, is estimated from the
/// traces, and both numbers are divided by it.
/// - Source: Rao, Scott, "A simple method for the analysis of clustered binary data", Biometrics 48 (1992).
struct LaunchSums: Sendable {
  /// The traces.
  private(set) var traces = 0
  /// Their launches.
  private(set) var launches = 0
  private var squaredLaunches = 0.0
  /// The violations.
  private(set) var violations = 0
  /// The launches that have any.
  private(set) var affected = 0
  private var squaredAffected = 0.0
  private var affectedTimesLaunches = 0.0

  /// Counts a trace.
  mutating func add(launches: Int) {
    traces += 1
    self.launches += launches
    squaredLaunches += Double(launches) * Double(launches)
  }

  /// Counts the violations of a trace that was counted.
  mutating func add(violations: Int, affected: Int, launches: Int) {
    self.violations += violations
    self.affected += affected
    squaredAffected += Double(affected) * Double(affected)
    affectedTimesLaunches += Double(affected) * Double(launches)
  }

  static func + (left: LaunchSums, right: LaunchSums) -> LaunchSums {
    var sum = left
    sum.traces += right.traces
    sum.launches += right.launches
    sum.squaredLaunches += right.squaredLaunches
    sum.violations += right.violations
    sum.affected += right.affected
    sum.squaredAffected += right.squaredAffected
    sum.affectedTimesLaunches += right.affectedTimesLaunches
    return sum
  }

  /// The factor by which the variance exceeds the variance of independent launches; 1 where each trace is one launch.
  var designEffect: Double {
    if launches == traces || affected == 0 || affected == launches { return 1 }
    // It is unknown for a single recording, which then counts as one launch.
    if traces == 1 { return Double(launches) }
    let share = Double(affected) / Double(launches)
    let squares =
      squaredAffected - 2 * share * affectedTimesLaunches + share * share * squaredLaunches
    let correction = Double(traces) / Double(traces - 1)
    return max(1, correction * squares / (Double(launches) * share * (1 - share)))
  }

  /// The numbers for a test that assumes independent launches.
  /// - Parameter effect: the design effect to divide by.
  func effective(by effect: Double) -> (affected: Int, launches: Int) {
    let launches = max(1, Int(Double(launches) / effect))
    return (min(launches, Int(Double(affected) / effect + 0.5)), launches)
  }

  /// The share with its interval.
  var share: FleetStatistics.Share {
    let interval = wilsonInterval(
      of: affected, in: launches, designEffect: designEffect)
    return FleetStatistics.Share(
      launches: launches, affected: affected, violations: violations,
      lowest: interval.lowerBound * 1_000_000, highest: interval.upperBound * 1_000_000)
  }
}
