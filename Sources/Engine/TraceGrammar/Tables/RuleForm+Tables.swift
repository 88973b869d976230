extension Rule.Form: Tabled {
  static var blank: Rule.Form { .unexpected }

  mutating func code(with coder: inout TableCoder) {
    var parts = Parts(self)
    parts.code(with: &coder)
    self = parts.form
  }

  /// What the forms of rules consist of; each uses some of these parts.
  private struct Parts {
    /// The form, counted in the order of `form`.
    private var kind = 0
    private var callbacks: [CallbackID] = []
    private var lifecycle: LifecycleID = 0
    private var states: [StateID] = []
    /// A number of subjects, or the callback that comes before.
    private var number = 0
    private var isAfterLaterEvents = false
    private var seconds = 0.0
    private var member = ""
    private var values: [String] = []
    private var demand: PeerDemand?

    init(_ form: Rule.Form) {
      switch form {
      case .unexpected: kind = 0
      case .incomplete: kind = 1
      case .notificationAhead: kind = 2
      case .step(let lifecycle, let callbacks, let states):
        (kind, self.lifecycle, self.callbacks, self.states) = (3, lifecycle, callbacks, states)
      case .end(let lifecycle, let states, let afterLaterEvents):
        (kind, self.lifecycle, self.states) = (4, lifecycle, states)
        isAfterLaterEvents = afterLaterEvents
      case .duration(let callbacks, let seconds):
        (kind, self.callbacks, self.seconds) = (5, callbacks, seconds)
      case .within(let callback, let seconds, let after):
        (kind, callbacks, self.seconds, number) = (6, [callback], seconds, after.index)
      case .contradiction(let member): (kind, self.member) = (7, member)
      case .differingValue(let callbacks, let member, let values):
        (kind, self.callbacks, self.member, self.values) = (8, callbacks, member, values)
      case .atMost(let count, let lifecycle, let states):
        (kind, number, self.lifecycle, self.states) = (9, count, lifecycle, states)
      case .peers(let demand): (kind, self.demand) = (10, demand)
      }
    }

    mutating func code(with coder: inout TableCoder) {
      coder.code(&kind)
      coder.code(&callbacks)
      coder.code(&lifecycle)
      coder.code(&states)
      coder.code(&number)
      coder.code(&isAfterLaterEvents)
      coder.code(&seconds)
      coder.code(&member)
      coder.code(&values)
      coder.code(&demand)
    }

    var form: Rule.Form {
      switch kind {
      case 1: .incomplete
      case 2: .notificationAhead
      case 3: .step(lifecycle: lifecycle, callbacks: callbacks, states: states)
      case 4: .end(lifecycle: lifecycle, states: states, afterLaterEvents: isAfterLaterEvents)
      case 5: .duration(callbacks: callbacks, seconds: seconds)
      case 6:
        .within(callback: callbacks.first ?? 0, seconds: seconds, after: CallbackID(read: number))
      case 7: .contradiction(member: member)
      case 8: .differingValue(callbacks: callbacks, member: member, values: values)
      case 9: .atMost(count: number, lifecycle: lifecycle, states: states)
      case 10: .peers(demand ?? .blank)
      default: .unexpected
      }
    }
  }
}
