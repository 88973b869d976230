extension Refinement: Tabled {
  static var blank: Refinement { Refinement(callback: 0, conditions: []) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&callback)
    coder.code(&conditions)
    coder.code(&situations)
    coder.code(&spans)
    coder.code(&isOfAnother)
  }
}

extension CallSpan: Tabled {
  static var blank: CallSpan { CallSpan(callbacks: []) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&callbacks)
    coder.code(&isNegated)
  }
}

extension Situation: Tabled {
  static var blank: Situation { Situation(whose: .own, lifecycle: 0, states: []) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&whose)
    coder.code(&lifecycle)
    coder.code(&states)
    coder.code(&isNegated)
  }
}

extension Situation.Whose: Tabled {
  private static let all: [Situation.Whose] = [.own, .some, .another]
  static var blank: Situation.Whose { .own }

  mutating func code(with coder: inout TableCoder) {
    var number = Self.all.firstIndex(of: self) ?? 0
    coder.code(&number)
    self = Self.all.indices.contains(number) ? Self.all[number] : .own
  }
}

extension ValueCondition: Tabled {
  static var blank: ValueCondition { ValueCondition(member: "", test: .isSet) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&member)
    coder.code(&test)
    coder.code(&isNegated)
  }
}

extension ValueCondition.Test: Tabled {
  static var blank: ValueCondition.Test { .isSet }

  mutating func code(with coder: inout TableCoder) {
    var (values, bound): ([String]?, Double?) = (nil, nil)
    switch self {
    case .isSet: break
    case .isOneOf(let known): values = known
    case .isGreater(let than): bound = than
    }
    coder.code(&values)
    coder.code(&bound)
    self = values.map { .isOneOf($0) } ?? bound.map { .isGreater(than: $0) } ?? .isSet
  }
}

extension PeerDemand: Tabled {
  static var blank: PeerDemand {
    PeerDemand(.once, subject: 0, peer: 0, callbacks: [], after: [])
  }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&question)
    coder.code(&subject)
    coder.code(&peer)
    coder.code(&callbacks)
    coder.code(&after)
    coder.code(&isAcross)
  }
}

extension PeerDemand.Question: Tabled {
  static var blank: PeerDemand.Question { .once }

  mutating func code(with coder: inout TableCoder) {
    var (isTheSame, lifecycle, states, ends): (Bool, LifecycleID?, [StateID], [CallbackID]) =
      (false, nil, [], [])
    switch self {
    case .theSame: isTheSame = true
    case .once: break
    case .each(let known, let among, let last): (lifecycle, states, ends) = (known, among, last)
    }
    coder.code(&isTheSame)
    coder.code(&lifecycle)
    coder.code(&states)
    coder.code(&ends)
    self =
      lifecycle.map { .each(lifecycle: $0, states: states, ends: ends) }
      ?? (isTheSame ? .theSame : .once)
  }
}
