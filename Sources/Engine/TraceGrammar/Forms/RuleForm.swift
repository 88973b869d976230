/// A form of rule: when a rule fires.
///
/// A form is described once, in this folder: its notation, what it means once all names are known, and its words for
/// people. What it asks of a trace is beside its evaluation, in the checker. A form that stands for a lifecycle of its own
/// needs no evaluation: it becomes a `StepForm`. `FormNotation.all` lists the forms.
package protocol RuleForm: Sendable, Equatable {
  /// The lifecycle whose steps or states it is about; nil if it is about none.
  var lifecycle: LifecycleID? { get }
  /// The members of events whose values it asks for.
  var members: [String] { get }
  /// Whether a grammar may have one rule of this form.
  var isUnique: Bool { get }
  /// Whether it is there for what no other rule names: a grammar may have it though nothing is left for it.
  var isSafetyNet: Bool { get }
  /// Whether it is about how much time calls take, or passes between them.
  var isAboutTime: Bool { get }
  /// Whether only the end of a subject or of the trace can break it.
  var isAboutTheEnd: Bool { get }

  /// The callbacks that have to come before it can be broken, cases included; nil for any of the grammar.
  func callbacks(in grammar: Grammar) -> [CallbackID]?
  /// Why no calls break it; nil if some may.
  func reasonForNeverFiring(in grammar: Grammar) -> String?
  /// When it fires, in one clause.
  func words(in grammar: Grammar) -> String
}

extension RuleForm {
  package var lifecycle: LifecycleID? { nil }
  package var members: [String] { [] }
  package var isUnique: Bool { false }
  package var isSafetyNet: Bool { false }
  package var isAboutTime: Bool { false }
  package var isAboutTheEnd: Bool { false }
  package func reasonForNeverFiring(in grammar: Grammar) -> String? { nil }

  /// Whether another form is the same.
  package func isEqual(_ other: any RuleForm) -> Bool { other as? Self == self }
}

// MARK: - Words

extension Grammar {
  /// Callbacks by their names, such as `open or close`.
  package func names(_ callbacks: [CallbackID], _ conjunction: String = "or") -> String {
    callbacks.map { self.callbacks[$0].name }.inWords(conjunction)
  }

  /// States of a lifecycle by their names, such as `active or inactive`.
  package func names(_ states: [StateID], of lifecycle: LifecycleID) -> String {
    states.map { lifecycles[lifecycle].states[$0].name }.inWords("or")
  }
}

extension [String] {
  /// The strings joined as in a sentence: `a, b or c`.
  package func inWords(_ conjunction: String) -> String {
    if count < 2 { return first ?? "nothing" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + self[count - 1]
  }
}

/// A number of seconds with its unit, whole milliseconds below a second.
package func inWords(seconds: Double) -> String {
  if seconds < 1 { return "\(Int(seconds * 1_000)) ms" }
  return seconds == Double(Int(seconds)) ? "\(Int(seconds)) s" : "\(seconds) s"
}
