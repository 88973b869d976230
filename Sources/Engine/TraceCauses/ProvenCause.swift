internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The cause of a call that the recording itself attributes to the app or to a library.
extension CauseFacts {
  /// Who made the call, where that is not the platform.
  private var ownCaller: String? {
    guard violation.kind == .delegate, violation.quirk == nil, violation.isRemoved else {
      return nil
    }
    return caller.flatMap { wording.grammar.isOwn($0) ? $0 : nil }
  }

  var provenCause: PossibleCause? {
    guard let ownCaller else { return nil }
    let call = wording.name(violation.callback)
    let isMethod = Grammar.isMethod(caller: ownCaller)
    let id = mechanism(of: ownCaller, isMethod: isMethod)
    let (at, text) = (callerPlace.map { " (\($0))" } ?? "", "\(ownCaller) calls \(call)")
    let last = callsBefore.last { wording.endings.contains($0.callback) }?.callback
    let ending = last.map { "in \(wording.name($0))" } ?? "with its \(violation.nameOfSubjectKind)"
    let action =
      switch id {
      case .staleObject:
        "Remove the call in \(ownCaller)\(at), or end \(ending) what leads to it: observers, timers and forwarding."
      case .forwarded where isMethod:
        "Remove the call in \(ownCaller)\(at), and move what \(call) does to where the platform calls."
      case .calledByApp where isMethod:
        "Remove the call in \(ownCaller)\(at). Move what it needs of \(call) into a method of its own, and call that."
      default:
        "Turn off the forwarding in \(ownCaller), or make sure that \(call) can safely run twice."
      }
    let rhythm = comesAsTimer.map { "; \($0)" } ?? ""
    var cause = PossibleCause(
      id: id, text: text, action: action, evidence: "the recording names the caller" + rhythm)
    cause.isProven = true
    return cause
  }

  /// Which mechanism a caller stands for.
  private func mechanism(of caller: String, isMethod: Bool) -> CauseID {
    let method = caller.split(separator: ".", maxSplits: 1).last.map(String.init) ?? caller
    let callbacks = wording.grammar.callbacks
    let own = callbacks.first { $0.name == violation.callback }
    if let made = callbacks.indices.first(where: { callbacks[$0].swift.contains(method) }) {
      return own?.replacement == made ? .forwarded : .calledByApp
    }
    if wording.causes(of: violation).contains(where: { $0.id == .staleObject }) {
      return .staleObject
    }
    return !isMethod && !isAlone ? .forwarded : .calledByApp
  }
}
