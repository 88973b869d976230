package import TraceFindings

extension Violation {
  /// What happened, in sentences: the subject's state, and the same call before or the calls that never came. Nothing for a
  /// rule beside the main lifecycle, whose states have names that only the grammar knows.
  ///
  /// - Parameters:
  ///   - name: the name of the subject, such as `Session A`.
  ///   - call: how a callback is written.
  package func story(of name: String, call: (String) -> String = { $0 }) -> String {
    guard subjectKind == nil, states.count == 1, let state = states.first else {
      return whatIsWrong(call) ?? ""
    }
    let condition = conditionInWords(states)
    let earlier = steps.last { step in
      step.callback == callback && !step.offending && step.event ?? .max < event
    }
    if cause == .repeated, let earlier, let number = earlier.event {
      let gap = time.flatMap { now in earlier.time.map { "\(duration(now - $0)) earlier" } }
      return
        "\(name) was already \(condition): the same call had come \(gap ?? "before") (event \(grouped(number)))."
    }
    let length = secondsBefore(in: state).map { " for \(duration($0))" } ?? ""
    if cause == .missing, repair.cost == 0 {
      return "\(name) stayed \(condition) after \(call(callback)) came."
    }
    let told = "\(name) was \(condition)\(length) when \(call(callback)) came."
    return [told, whatIsWrong(call)].compactMap(\.self).joined(separator: " ")
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
  private func whatIsWrong(_ call: (String) -> String) -> String? {
    let missing = repair.insertions.prefix(3).map { call($0.callback) }
    switch cause {
    case .tooLate, .lostInGap, .wrongSubject, .afterTheEnd, .repeated: return nil
    case .outOfOrder:
      guard let moved = repair.deletions.first, repair.moves(moved.callback) else { break }
      if moved.event == event { return "It belongs elsewhere: that is too late or too early." }
      let word = moved.event > event ? "came only afterwards" : "came too early"
      return "\(call(moved.callback)) \(word), as event \(grouped(moved.event))."
    case .missing, .extra: break
    }
    if missing.isEmpty { return nil }
    return "\(listed(missing, "and")) \(missing.count == 1 ? "is" : "are") missing before it."
  }
}
