internal import TraceFindings

/// A kind of finding that the user decided not to act on.
struct SuppressionRule: Sendable, Equatable {
  /// The rule; nil for every rule.
  var rule: String?
  /// The traces, relative to the configuration's folder; nil for all.
  var path: PathPattern?
  /// Why; never empty.
  var reason: String
  /// The last day on which it holds; nil for no end.
  var expiry: CalendarDate?
}

extension SuppressionRule {
  /// Reads an element of the configuration's `suppressions`.
  init(_ value: ConfigurationValue) throws(CommandError) {
    try value.refuseMembers(otherThan: ["rule", "path", "reason", "expires"])
    guard let reason = try value.optional("reason")?.text() else {
      throw value.error("a suppression needs a \"reason\"")
    }
    self.init(
      rule: try value.optional("rule")?.text(),
      path: (try value.optional("path")?.text()).map { PathPattern($0) }, reason: reason)
    guard rule != nil || path != nil else {
      throw value.error("a suppression needs a \"rule\" or a \"path\"")
    }
    if let expiry = try value.optional("expires") {
      guard let date = CalendarDate(try expiry.text()) else {
        throw expiry.error("is not a date such as 2027-03-31")
      }
      self.expiry = date
    }
  }
}
