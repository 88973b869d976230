public import TraceModel

/// Equal faults of one severity, counted together.
public struct ViolationGroup: Sendable, Equatable {
  /// The fingerprint they share.
  public var fingerprint: String
  /// The rule they break.
  public var rule: String
  /// The severity in force.
  public var severity: Severity
  /// How many there are.
  public var count: Int
  /// The number of the first one's event, counted from 1.
  public var firstEvent: Int
  /// How many of them do not count against the run.
  public var suppressed: Int
  /// The callback that they are reported at; nil in a report with fingerprints of version 1.
  public var callback: String?
  /// How many subjects of a long trace have one; nil for other traces.
  public var subjects: Int?
  /// How many there are in each of equally long parts of a long trace; empty for other traces.
  public var parts: [Int] = []
  /// How many parts those are.
  package static let partCount = 160

  /// Makes a group.
  public init(
    fingerprint: String, rule: String, severity: Severity, count: Int, firstEvent: Int,
    suppressed: Int = 0, callback: String? = nil
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.severity = severity
    self.count = count
    self.firstEvent = firstEvent
    self.suppressed = suppressed
    self.callback = callback
  }
}
