internal import TraceModel

extension Rule: Tabled {
  static var blank: Rule {
    Rule(id: "", severity: .note, form: .unexpected, title: "", message: "")
  }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&id)
    coder.code(&severity)
    coder.code(&severityCases)
    coder.code(&form)
    coder.code(&laterEventsOf)
    coder.code(&onlyWhereIllegal)
    coder.code(&required)
    coder.code(&absent)
    coder.code(&answering)
    coder.code(&deadline)
    coder.code(&title)
    coder.code(&message)
    coder.code(&explanation)
    coder.code(&fix)
    coder.code(&category)
    coder.code(&causes)
    coder.code(&link)
    coder.code(&facts)
    coder.code(&confidence)
    coder.code(&range)
  }
}

extension Rule.SeverityCase: Tabled {
  static var blank: Rule.SeverityCase { Rule.SeverityCase(severity: .note) }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&severity)
    coder.code(&states)
    coder.code(&since)
    coder.code(&unrecorded)
  }
}

extension Rule.Answering: Tabled {
  static var blank: Rule.Answering { Rule.Answering(callback: 0, member: "") }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&callback)
    coder.code(&member)
  }
}

extension Rule.Cause: Tabled {
  static var blank: Rule.Cause { Rule.Cause(text: "", action: "") }

  mutating func code(with coder: inout TableCoder) {
    coder.code(&text)
    coder.code(&action)
    coder.code(&evidence)
  }
}

extension Rule.Cause.Evidence: Tabled {
  static var blank: Rule.Cause.Evidence { .neverRecorded }

  mutating func code(with coder: inout TableCoder) {
    var (kind, name, values): (Int, String, [String]) = (0, "", [])
    switch self {
    case .neverRecorded: kind = 0
    case .redacted: kind = 1
    case .recorded(let member): (kind, name) = (2, member)
    case .differs(let member): (kind, name) = (3, member)
    case .repeats(let member): (kind, name) = (4, member)
    case .unrecorded(let callback): (kind, name) = (5, callback)
    case .matches(let member, let known): (kind, name, values) = (6, member, known)
    }
    coder.code(&kind)
    coder.code(&name)
    coder.code(&values)
    switch kind {
    case 1: self = .redacted
    case 2: self = .recorded(member: name)
    case 3: self = .differs(member: name)
    case 4: self = .repeats(member: name)
    case 5: self = .unrecorded(callback: name)
    case 6: self = .matches(member: name, values: values)
    default: self = .neverRecorded
    }
  }
}
