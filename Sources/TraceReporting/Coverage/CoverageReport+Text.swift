internal import TraceDiagnostics
internal import TraceFindings
package import TraceWriting

extension CoverageFormat {
  /// Shares and names for a person.
  package static var text: CoverageFormat {
    CoverageFormat(
      name: "text", fileExtension: "txt", mediaType: "text/plain; charset=utf-8"
    ) { coverage, theme in coverage.text(theme: theme) }
  }
}

extension CoverageReport {
  /// The shares, then everything that was not used, for a person at a terminal, as UTF-8 text.
  package func text(theme: TextTheme = .plain) -> [UInt8] {
    var text = ""
    for lifecycle in coverage.lifecycles {
      text += theme.paint("lifecycle \(terminalSafe(lifecycle.name))", .emphasis) + "\n"
      let width = lifecycle.states.map { displayWidth(of: terminalSafe($0.name)) }.max() ?? 0
      for state in lifecycle.states {
        let name = terminalSafe(state.name)
        let padding = String(repeating: " ", count: width - displayWidth(of: name))
        text += line(name + padding, state.visits, "visit", theme)
      }
      for transition in lifecycle.transitions where transition.visits == 0 {
        text += line(Self.name(transition), 0, "visit", theme)
      }
      text += "\n"
    }
    let unused = coverage.rules.filter { $0.exercised == 0 }
    if !unused.isEmpty {
      text += theme.paint("rules that looked at no event", .emphasis) + "\n"
      for rule in unused {
        text += "  " + theme.paint("- " + terminalSafe(rule.id), .removed) + "\n"
      }
      text += "\n"
    }
    if !coverage.unmentioned.isEmpty {
      text += theme.paint("callbacks that no rule mentions", .emphasis) + "\n"
      for other in coverage.unmentioned {
        text += "  \(terminalSafe(other.callback)) (\(counted(other.count, "event")))\n"
      }
      text += "\n"
    }
    for (name, share) in shares {
      let padding = String(repeating: " ", count: 12 - name.count)
      text +=
        "\(name)\(padding)\(bar(share)) \(share.wholePercent) % (\(share.used) of \(share.all))\n"
    }
    text += "over \(counted(traces, "trace")) by the grammar "
    text += "\(terminalSafe(grammarName)) \(terminalSafe(grammarVersion))\n"
    return Array(text.utf8)
  }

  static func name(_ transition: Coverage.Transition) -> String {
    "\(terminalSafe(transition.from)) -> \(terminalSafe(transition.callback)) \(terminalSafe(transition.to))"
  }

  private func line(_ name: String, _ visits: Int, _ noun: String, _ theme: TextTheme) -> String {
    visits == 0
      ? "  " + theme.paint("- \(name)  never", .removed) + "\n"
      : "    \(name)  \(counted(visits, noun))\n"
  }

  private func bar(_ share: Share) -> String {
    let filled = share.wholePercent / 5
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
      + "]"
  }
}
