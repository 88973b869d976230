internal import TraceModel

extension Violation {
  /// The call as the message names it, which is how it is called where it is implemented.
  fileprivate var writtenCall: String { namedCall ?? callback }

  private var namedCall: String? {
    Self.verbs.lazy.compactMap { verb -> String? in
      guard let place = message.start(of: " " + verb), !message[..<place].contains(" ") else {
        return nil
      }
      return String(message[..<place])
    }.first
  }

  private static var verbs: [String] { ["was called", "was posted", "came"] }

  /// The first sentence about what happened, without its details.
  fileprivate var stem: String {
    var text = message[...]
    for end in [": ", "; ", " ("] {
      if let place = text.start(of: end) { text = text[..<place] }
    }
    return String(text)
  }

  /// What happened, in a few words: `sceneDidEnterBackground while active`, `No scene ever connected`.
  package var happening: String {
    if cause == .repeated, let namedCall { return namedCall + " twice" }
    return Self.verbs.reduce(stem) {
      $0.filled(" \($1) ", with: " ").filled(" \($1),", with: ",")
    }.filled(" while the scene was ", with: " while ")
  }

  /// What happened to the call, if the title begins with it.
  fileprivate var circumstance: String? {
    let (title, call) = (happening, writtenCall)
    let rest = title.dropFirst(call.count)
    return title.hasPrefix(call) && !rest.isEmpty ? String(rest) : nil
  }
}

extension Fault {
  /// Says what the findings have in common; everything that is said is true for each of them.
  mutating func describe(in report: Report) {
    let violations = findings.map { report[$0] }
    rules.sort { ($1.count, $0.rule) < ($0.count, $1.rule) }
    calls.sort { ($1.count, $0.callback) < ($0.count, $1.callback) }
    let isDoubled = violations.allSatisfy(\.isDoubled)
    let call = calls.count == 1 ? first.writtenCall : "\(calls.count) calls"
    let happenings = Set(violations.map(\.happening))
    let circumstances = Set(violations.map(\.circumstance))
    title = first.happening
    message = first.message
    if violations.count > 1, isDoubled {
      let apart = Self.gaps(violations).map { "\($0) apart" }
      title = [call + " twice", apart].compactMap(\.self).joined(separator: ", ")
      let each = calls.count == 1 ? "\(call) came" : "\(calls.count) different calls came"
      message = [each + " twice", apart].compactMap(\.self).joined(separator: ", ")
    } else if happenings.count == 1 {
      if isDoubled, let apart = Self.gaps(violations) { title += ", \(apart) apart" }
      if violations.contains(where: { $0.message != first.message }) { message = first.stem }
    } else if circumstances.count == 1, let circumstance = first.circumstance {
      title = call + circumstance
      let came = circumstance.hasPrefix(" by ") ? "were made" : "came"
      message = "\(calls.count) different calls \(came)" + circumstance
    } else if calls.count == 1 {
      title = call + " at the wrong time"
      message = call + " came at the wrong time"
    } else {
      let reasons = Set(violations.map { $0.likelyCause?.text })
      message = "\(calls.count) different calls came at the wrong time"
      title = reasons.count == 1 ? first.likelyCause?.text ?? message : message
    }
    causes = causes(of: violations)
    let beats = violations.map { call in
      (callback: call.stepBefore?.callback ?? "", gap: call.stepBefore.flatMap(call.gap))
    }
    rhythm = isDoubled || beats.count < 3 ? nil : Rhythm(beats, spread: 0.05)
  }

  /// How long after the first of two calls the second one came: `1 ms`, `1 ms to 4 ms`; nil where not recorded.
  private static func gaps(_ violations: [Violation]) -> String? {
    let gaps = violations.compactMap { $0.echo?.gap }
    guard gaps.count == violations.count, let least = gaps.min(), let most = gaps.max() else {
      return nil
    }
    let (shortest, longest) = (duration(least), duration(most))
    return shortest == longest ? shortest : "\(shortest) to \(longest)"
  }

  /// The causes of the first finding, with only what the recordings show about all of them.
  private func causes(of violations: [Violation]) -> [PossibleCause] {
    guard violations.count > 1, var likely = first.causes.first else { return first.causes }
    let all = violations.compactMap(\.causes.first)
    func isShared(_ path: KeyPath<PossibleCause, [String]>, _ text: String) -> Bool {
      all.allSatisfy { $0[keyPath: path].contains(text) }
    }
    let isSame = all.allSatisfy { $0.text == likely.text }
    var changes = likely.changes
    if !isSame, likely.isProven, let caller = first.caller,
      violations.allSatisfy({ $0.caller == caller })
    {
      likely.text = "\(caller) makes these calls"
      likely.action = "Remove the calls in \(caller), or what leads to it."
      changes = [likely.action]
    } else if !isSame {
      let general = Self.generalWords(likely.id)
      likely.text = general?.text ?? likely.text
      let asks = changes.first == PossibleCause.findCaller
      changes = changes.dropFirst(asks ? 1 : 0).filter { isShared(\.changes, $0) }
      if changes.isEmpty { changes = general.map { [$0.action] } ?? [likely.changes[asks ? 1 : 0]] }
      if asks { changes.insert(PossibleCause.findCaller, at: 0) }
    }
    likely.action = changes.joined(separator: " ")
    if likely.evidence != nil {
      let shared = likely.proofs.filter { isShared(\.proofs, $0) } + pattern(of: violations)
      let ofFirst = likely.proofs.map { "the first time, \($0)" }
      likely.evidence = (shared.isEmpty ? ofFirst : shared).joined(separator: "; ")
    }
    let others = first.causes.dropFirst().filter { other in
      violations.allSatisfy { $0.causes.contains { $0.text == other.text } }
    }.map { other in
      var other = other
      let proofs = other.proofs.filter { proof in
        violations.allSatisfy { $0.causes.contains { $0.proofs.contains(proof) } }
      }
      other.evidence = proofs.isEmpty ? nil : proofs.joined(separator: "; ")
      return other
    }
    return [likely] + others
  }

  /// A cause of findings about different calls.
  static func generalWords(_ id: CauseID) -> (text: String, action: String)? {
    switch id {
    case .forwarded:
      (
        "A library, a second delegate or a base class passes calls on",
        "Remove the forwarding, or tell the library not to swizzle."
      )
    case .recordedTwice: ("Each call is recorded twice", "Record it in one place only.")
    case .calledByApp:
      (
        "Your code or a library makes these calls itself",
        "Give the work a method of its own, and call that."
      )
    case .wrongThread:
      ("A library makes these calls on its own thread", "Switch to the main actor first.")
    case .notRecorded: ("Some calls are not recorded", "Record them, then record again.")
    case .staleObject:
      (
        "An object of something that has ended still gets calls",
        "Remove its observers, timers and forwarding when it ends."
      )
    case .writtenOutOfOrder:
      ("Events are not in the order of the calls", "Record in the first line of each method.")
    case .recordingStartsLate:
      ("Recording starts too late", "Start recording before the first call can come.")
    case .recordingCut: ("Events were lost", "Write each event at once, and record again.")
    case .tooSlow:
      (
        "Methods do too much before they return",
        "Measure them. Do the work later, or on another thread."
      )
    default: nil
    }
  }

  /// What the recordings show about all of the findings together.
  private func pattern(of violations: [Violation]) -> [String] {
    guard violations.allSatisfy(\.isDoubled) else { return [] }
    let calls = Set(violations.map(\.callback)).count
    let apart = Self.gaps(violations).map { "always \($0) after the first" }
    let which = calls > 1 ? "\(calls) different calls" : nil
    return [[which, apart].compactMap(\.self).joined(separator: ", ")].filter { !$0.isEmpty }
  }
}

extension PossibleCause {
  /// The evidence, one thing that the recording shows after the other.
  public var proofs: [String] { evidence.map { Self.parts(of: $0, at: "; ") } ?? [] }

  /// The evidence that a title does not have already.
  package func proofs(besides title: String) -> [String] {
    proofs.filter { $0.isEmpty || title.start(of: $0) == nil }
  }

  /// What to do, one step after the other.
  public var changes: [String] {
    var steps: [String] = []
    for part in Self.parts(of: action, at: ". ") {
      // A sentence begins with a capital letter, unlike what follows an abbreviation.
      if let last = steps.last, part.first?.isUppercase != true {
        steps[steps.count - 1] = last + ". " + part
      } else {
        steps.append(part)
      }
    }
    return steps.enumerated().map { $0.offset < steps.count - 1 ? $0.element + "." : $0.element }
  }

  private static func parts(of text: String, at end: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while let place = rest.start(of: end) {
      parts.append(String(rest[..<place]))
      rest = rest[rest.utf8.index(place, offsetBy: end.utf8.count)...]
    }
    return parts + (rest.isEmpty ? [] : [String(rest)])
  }
}
