extension Violation {
  /// What happened, in sentences: the subject's state, the call with its time, and the calls that never came.
  ///
  /// `Session A was active for 12.0 s when didEnterBackground came at 12.169 s. willResignActive was never called.`
  ///
  /// - Parameters:
  ///   - name: the name of the subject, such as `Session A`.
  ///   - time: writes a time of the trace, in seconds, without its unit.
  package func story(of name: String, time write: (Double) -> String) -> String {
    let moment = time.map { " at \(write($0)) s" } ?? " as event \(event)"
    var sentences: [String] = []
    if states.count == 1, let state = states.first {
      let length = secondsBefore(in: state).map { " for \(seconds($0, places: 1)) s" } ?? ""
      sentences.append("\(name) was \(state)\(length) when \(callback) came\(moment).")
    } else {
      sentences.append("\(name): \(callback) came\(moment).")
    }
    if let what = whatIsWrong { sentences.append(what) }
    return sentences.joined(separator: " ")
  }

  /// How long the subject had been in the state; nil where the times do not show it.
  private func secondsBefore(in state: String) -> Double? {
    guard let time, let offending = steps.lastIndex(where: \.offending) else { return nil }
    var entered: Double?
    for step in steps[..<offending].reversed() where step.mark == .match {
      guard step.states == [state] else { break }
      entered = step.time
    }
    guard let entered, time >= entered, time.isFinite else { return nil }
    return time - entered
  }

  /// The calls that should have come, or should not have; nil where the message is enough.
  private var whatIsWrong: String? {
    let missing = repair.insertions.prefix(3).map(\.callback)
    let surplus = repair.deletions.first
    switch cause {
    case .tooLate, .lostInGap, .wrongSubject, .afterTheEnd: return nil
    case .repeated:
      let earlier = steps.last { step in
        step.callback == callback && !step.offending && step.mark == .match
          && step.event ?? .max < event
      }
      return earlier?.event.map { "The same call came before, as event \($0)." }
    case .outOfOrder:
      guard let moved = surplus, missing.contains(moved.callback) else { break }
      if moved.event == event { return "It belongs elsewhere: that is too late or too early." }
      let word = moved.event > event ? "came only afterwards" : "came too early"
      return "\(moved.callback) \(word), as event \(moved.event)."
    case .missing, .extra: break
    }
    if !missing.isEmpty {
      return
        "\(listed(missing, "and")) \(missing.count == 1 ? "was" : "were") never called before it."
    }
    guard surplus != nil, states.count == 1 else { return nil }
    return "That call is not allowed while \(states[0])."
  }
}

/// A number of seconds with the given number of decimals, halves away from zero; the shortest form if it is too large.
private func seconds(_ value: Double, places: Int) -> String {
  decimal(value, places: places, isPadded: true)
}
