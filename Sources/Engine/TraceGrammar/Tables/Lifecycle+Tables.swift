internal import TraceModel

extension Lifecycle: Tabled {
  static var blank: Lifecycle {
    Lifecycle(
      name: "", subject: 0, states: [], transitions: [], start: [], unknownStart: [],
      onParentBegin: [])
  }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&name)
    coder.code(&subject)
    coder.code(&states)
    coder.code(&transitions)
    coder.code(&start)
    coder.code(&unknownStart)
    coder.code(&onParentBegin)
    coder.code(&renewable)
    coder.code(&origin)
    coder.code(&range)
  }
}

extension Lifecycle.State: Tabled {
  static var blank: Lifecycle.State { Lifecycle.State(name: "", isAccepting: false) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&name)
    coder.code(&text)
    coder.code(&isAccepting)
    coder.code(&isInconclusive)
    coder.code(&part)
    coder.code(&range)
  }
}

extension Lifecycle.Transition: Tabled {
  static var blank: Lifecycle.Transition { Lifecycle.Transition(from: 0, callback: 0, to: 0) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&from)
    coder.code(&callback)
    coder.code(&to)
  }
}

extension Lifecycle.Origin: Tabled {
  private static let all: [Lifecycle.Origin] = [.written, .rule, .duty, .ban]
  static var blank: Lifecycle.Origin { .written }

  mutating func code(with coder: inout TableCoder) {
    var number = Self.all.firstIndex(of: self) ?? 0
    coder.code(&number)
    self = Self.all.indices.contains(number) ? Self.all[number] : .written
  }
}

extension Callback: Tabled {
  static var blank: Callback { Callback(name: "", subject: 0) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&name)
    coder.code(&subject)
    coder.code(&isAction)
    coder.code(&swift)
    coder.code(&objectiveC)
    coder.code(&notifications)
    coder.code(&otherSpellings)
    coder.code(&conditionalSpellings)
    coder.code(&readings)
    coder.code(&since)
    coder.code(&until)
    coder.code(&replacement)
    coder.code(&text)
    coder.code(&link)
    coder.code(&refinement)
    coder.code(&range)
  }
}

extension Callback.ConditionalSpelling: Tabled {
  static var blank: Callback.ConditionalSpelling {
    Callback.ConditionalSpelling(spelling: "", member: "", value: "")
  }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&spelling)
    coder.code(&member)
    coder.code(&value)
    coder.code(&isNotification)
  }
}

extension Callback.Reading: Tabled {
  static var blank: Callback.Reading { Callback.Reading(member: "", values: []) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&member)
    coder.code(&values)
  }
}
