internal import TraceModel
internal import TraceFindings

extension ReportComparison {
  /// The limitations of the comparison, each one sentence without a full stop; as recorded, so each format escapes it.
  var caveats: [String] {
    var caveats: [String] = []
    if grammars[0] != grammars[1] {
      caveats.append(
        "checked against different grammars, \(grammars[0]) before, \(grammars[1]) now")
    }
    for (report, side) in [(base, "before"), (head, "now")] {
      for failure in report.failures {
        caveats.append("not read \(side): \(failure.place): \(failure.message)")
      }
    }
    if !uncomparedTraces.isEmpty {
      let shown = uncomparedTraces.prefix(3).joined(separator: ", ")
      let rest = uncomparedTraces.count - 3
      caveats.append(
        "not compared call by call, because a report does not list all events: \(shown)"
          + (rest > 0 ? " and \(counted(rest, "more trace"))" : ""))
    }
    return caveats
  }

  /// How many traces have other calls than before.
  var calls: String {
    if comparedTraces > 0 {
      return "The calls of \(behaviors.count) of \(counted(comparedTraces, "trace")) changed"
    }
    return uncomparedTraces.isEmpty
      ? "No trace is in both, so no calls could be compared"
      : "No trace could be compared call by call"
  }

  /// How many findings are new, fixed and unchanged, and gone if any are.
  var counts: String {
    let lost = goneViolations - fixedViolations
    return "\(newViolations) new, \(fixedViolations) fixed, "
      + (lost > 0 ? "\(lost) gone with their traces, " : "") + "\(unchangedViolations) unchanged"
  }

  /// The comparison in a few words, the worst first.
  var verdict: String {
    if newViolations > 0 { return counted(newViolations, "new finding") }
    if isEmpty { return caveats.isEmpty ? "No change" : "No change in what could be compared" }
    if fixedViolations > 0 { return counted(fixedViolations, "finding") + " fixed, none new" }
    if goneViolations > 0 {
      return counted(goneViolations, "finding") + " gone with their traces, none new"
    }
    if !behaviors.isEmpty { return "Changed, no new finding" }
    return "Same calls, but other traces"
  }

  /// Whether a fault's numbers say more than its fate.
  static func countsMatter(_ fault: Fault) -> Bool {
    fault.unchanged > 0 || fault.new > 1 || fault.gone > 1
  }
}
