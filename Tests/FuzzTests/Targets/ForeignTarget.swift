import TraceReading

extension FuzzTarget {
  /// The foreign formats in JSON.
  static let foreign = FuzzTarget(name: "foreign", mutation: .json) { attemptForeign($0) }

  /// Text logs.
  static let log = FuzzTarget(name: "log", mutation: .text) { attemptForeign($0) }

  private static func attemptForeign(_ bytes: [UInt8]) -> Outcome {
    let text = String(decoding: bytes, as: UTF8.self)
    let whole = ForeignReading(text)
    let dripping = ForeignReading(text, step: 7)
    // Events before a fault are kept, but how many are read depends on the pace.
    if whole.error != dripping.error || whole.error == nil && whole.events != dripping.events
      || whole.error == nil && whole.notes != dripping.notes
    {
      return .complaint("at once: \(whole)\nin pieces: \(dripping)")
    }
    // The position comes first.
    if let error = whole.error, error.first?.isNumber != true {
      return .complaint("an error without a position: \(error)")
    }
    return whole.error == nil ? .accepted : .rejected
  }
}
