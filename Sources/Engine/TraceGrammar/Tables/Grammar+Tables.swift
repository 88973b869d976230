internal import TraceModel

extension Grammar: Tabled {
  static var blank: Grammar {
    Grammar(name: "", version: "", subjects: [], callbacks: [], lifecycles: [], rules: [])
  }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&name)
    coder.code(&version)
    coder.code(&text)
    coder.code(&subjects)
    coder.code(&callbacks)
    coder.code(&lifecycles)
    coder.code(&rules)
    coder.code(&quirks)
    coder.code(&scenarios)
  }
}

extension SubjectKind: Tabled {
  static var blank: SubjectKind { SubjectKind(name: "", member: "") }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&name)
    coder.code(&parent)
    coder.code(&member)
    coder.code(&setMember)
    coder.code(&aliasMember)
    coder.code(&beginnings)
  }
}

extension PlatformVersion: Tabled {
  static var blank: PlatformVersion { PlatformVersion(platform: "", numbers: []) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&platform)
    coder.code(&numbers)
  }
}

extension SourceRange: Tabled {
  static var blank: SourceRange { SourceRange(.start, .start) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&start)
    coder.code(&end)
  }
}

extension SourcePosition: Tabled {
  static var blank: SourcePosition { .start }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&line)
    coder.code(&column)
    coder.code(&offset)
  }
}

extension Severity: Tabled {
  static var blank: Severity { .note }

  mutating func code(with coder: inout TableCoder) {
    var number = Int(rawValue)
    coder.code(&number)
    self = UInt8(exactly: number).flatMap(Severity.init) ?? .note
  }
}

extension Scenario: Tabled {
  static var blank: Scenario {
    Scenario(id: "", title: "", action: "", sign: .several(subject: 0))
  }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&id)
    coder.code(&title)
    coder.code(&action)
    coder.code(&sign)
  }
}

extension Scenario.Sign: Tabled {
  static var blank: Scenario.Sign { .several(subject: 0) }

  mutating func code(with coder: inout TableCoder) {
    var (callbacks, lifecycle, states, several):
      ([CallbackID], LifecycleID?, [StateID], SubjectKindID?) = ([], nil, [], nil)
    switch self {
    case .calls(let named, let known, let among):
      (callbacks, lifecycle, states) = (named, known, among)
    case .several(let subject): several = subject
    }
    coder.code(&several)
    if let several { return self = .several(subject: several) }
    coder.code(&callbacks)
    coder.code(&lifecycle)
    coder.code(&states)
    self = .calls(callbacks: callbacks, lifecycle: lifecycle, states: states)
  }
}

extension Quirk: Tabled {
  static var blank: Quirk { Quirk(id: "", rule: 0, text: "", source: "") }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&id)
    coder.code(&rule)
    coder.code(&callbacks)
    coder.code(&states)
    coder.code(&condition)
    coder.code(&roles)
    coder.code(&callers)
    coder.code(&allowsUnknownCaller)
    coder.code(&since)
    coder.code(&until)
    coder.code(&text)
    coder.code(&source)
    coder.code(&range)
  }
}

extension Quirk.Condition: Tabled {
  static var blank: Quirk.Condition { Quirk.Condition(lifecycle: 0, states: []) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&lifecycle)
    coder.code(&states)
  }
}
