internal import TraceFindings
internal import TraceGrammar
internal import TraceWriting

/// Which look, a tint and a pattern, stands for which state.
///
/// A look is chosen by the state's place in its lifecycle, so that it is the same in every report of a grammar, and
/// states that follow each other never look alike. The widest subject, the process, has gray looks of its own, so
/// that it stays in the background of its sessions.
struct StatePalette {
  /// The number of colored looks, from 0; the style sheet has a class for each.
  static let count = 8
  /// The number of gray looks, which come after the colored ones.
  static let grayCount = 3
  private let looks: [String: Int]

  /// - Parameter coverage: that of all traces together.
  init(report: Report, grammar: Grammar?, coverage: Coverage) {
    var looks: [String: Int] = [:]
    for lifecycle in grammar?.lifecycles ?? [] {
      for (offset, state) in lifecycle.states.enumerated() where looks[state.name] == nil {
        let isWidest = grammar?.subjects[lifecycle.subject].parent == nil
        looks[state.name] =
          isWidest ? Self.count + offset % Self.grayCount : offset % Self.count
      }
    }
    for lifecycle in coverage.lifecycles {
      for (offset, state) in lifecycle.states.enumerated() where looks[state.name] == nil {
        looks[state.name] = offset % Self.count
      }
    }
    for trace in report.traces {
      for lane in trace.timeline?.lanes ?? [] {
        for interval in lane.intervals where looks[interval.state] == nil {
          looks[interval.state] = looks.count % Self.count
        }
      }
    }
    self.looks = looks
  }

  /// The number of the state's look.
  func look(of state: String) -> Int { looks[state] ?? 0 }

  /// The patterns, for the page's definitions. The classes give them their colors.
  static let patterns: Markup = """
    <pattern id="p0" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="f0" width="6" height="6"/>\
    <circle class="d0" cx="3" cy="3" r=".7"/></pattern>
    <pattern id="p1" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="f1" width="8" height="8"/>\
    <path class="l1" d="M0 4h8"/></pattern>
    <pattern id="p2" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect class="f2" width="8" height="8"/><path class="l2" d="M0 0v8"/></pattern>
    <pattern id="p3" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="f3" width="7" height="7"/>\
    <path class="l3" d="M3 0v7"/></pattern>
    <pattern id="p4" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="f4" width="8" height="8"/></pattern>
    <pattern id="p5" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">\
    <rect class="f5" width="8" height="8"/><path class="l5" d="M0 0v8"/></pattern>
    <pattern id="p6" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="f6" width="7" height="7"/>\
    <circle class="d6" cx="2" cy="2" r="1"/></pattern>
    <pattern id="p7" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="f7" width="8" height="8"/>\
    <path class="l7" d="M0 0l8 8M8 0l-8 8"/></pattern>
    <pattern id="p8" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect class="f8" width="6" height="6"/><path class="l8" d="M0 0v6"/></pattern>
    <pattern id="p9" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="f9" width="8" height="8"/></pattern>
    <pattern id="p10" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="f8" width="8" height="8"/>\
    <path class="l8" d="M0 0l8 8M8 0l-8 8"/></pattern>
    <pattern id="pg" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <path class="lg" d="M0 0v8"/></pattern>

    """
}
