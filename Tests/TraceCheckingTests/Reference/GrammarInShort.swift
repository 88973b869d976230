import TraceGrammar

extension Grammar {
  /// The lifecycles and rules in a few lines, for messages.
  var inShort: String {
    var lines = callbacks.map {
      "\($0.name) about \(subjects[$0.subject].name)\($0.notifications.isEmpty ? "" : " posts")"
        + ($0.replacement.map { " replaced by \($0)" } ?? "")
    }
    lines += subjects.map { "\($0.name) begins \($0.beginnings) \($0.aliasMember ?? "")" }
    for law in lifecycles {
      lines.append(
        "\(law.name): start \(law.start) unknown \(law.unknownStart) parent \(law.onParentBegin)"
          + " accepting \(law.states.indices.filter { law.states[$0].isAccepting })")
      lines += law.transitions.map { "  \($0.from) c\($0.callback) \($0.to)" }
    }
    for rule in rules {
      let required = rule.required.map { " required c\($0)" } ?? ""
      lines.append("\(rule.id) \(rule.severity) \(rule.form)\(required)")
    }
    for quirk in quirks {
      lines.append(
        "\(quirk.id) of \(rules[quirk.rule].id) on \(quirk.callbacks) in \(quirk.states) roles \(quirk.roles)"
          + " since \(quirk.since.map(\.numbers)) until \(quirk.until.map(\.numbers))")
    }
    return lines.joined(separator: "\n")
  }
}
