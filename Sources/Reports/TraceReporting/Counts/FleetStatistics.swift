package import TraceModel

/// Statistics of a fleet from the reports of many recordings.
///
/// They say how often launches break each rule, and which versions changed that.
package struct FleetStatistics: Sendable, Equatable {
  /// The maximum share of false ones among the reported changes, over many fleets.
  package static let falseDiscoveryRate = 0.05

  /// How many launches break a rule, out of how many.
  package struct Share: Sendable, Equatable {
    /// The launches.
    package var launches: Int
    /// The launches that break the rule; each counts once.
    package var affected: Int
    /// The violations in them.
    package var violations: Int
    /// The lower end of the 95 % interval of affected launches, per million.
    package var lowest: Double
    /// The upper end of that interval, per million.
    package var highest: Double

    /// Makes a share.
    package init(
      launches: Int = 0, affected: Int = 0, violations: Int = 0, lowest: Double = 0,
      highest: Double = 0
    ) {
      (self.launches, self.affected, self.violations) = (launches, affected, violations)
      (self.lowest, self.highest) = (lowest, highest)
    }

    /// Affected launches per million.
    package var rate: Double {
      launches == 0 ? 0 : Double(affected) / Double(launches) * 1_000_000
    }
  }

  /// A recording that breaks a rule.
  package struct Example: Sendable, Equatable {
    /// The trace's path.
    package var trace: String
    /// The number of the first event that breaks the rule there, counted from 1.
    package var event: Int
    /// The fault's name across recordings.
    package var fingerprint: String

    /// Makes an example.
    package init(trace: String, event: Int, fingerprint: String) {
      (self.trace, self.event, self.fingerprint) = (trace, event, fingerprint)
    }
  }

  /// The launches with equal values of the members, such as one version on one OS.
  package struct Group: Sendable, Equatable {
    /// The values, in the order of the members; nil where the trace has no such member.
    package var values: [String?]
    /// The traces.
    package var traces: Int
    /// The launches in them.
    package var launches: Int

    /// Makes a group.
    package init(values: [String?], traces: Int, launches: Int) {
      (self.values, self.traces, self.launches) = (values, traces, launches)
    }
  }

  /// A rule in one group.
  package struct Cell: Sendable, Equatable {
    /// The group's values.
    package var values: [String?]
    /// How many launches of the group break the rule.
    package var share: Share
    /// Recordings that do, the first by path.
    package var examples: [Example]

    /// Makes a cell.
    package init(values: [String?], share: Share, examples: [Example]) {
      (self.values, self.share, self.examples) = (values, share, examples)
    }
  }

  /// A rule that is broken.
  package struct Rule: Sendable, Equatable {
    /// The rule's id.
    package var id: String
    /// The highest severity in force.
    package var severity: Severity
    /// How many launches of the fleet break it.
    package var share: Share
    /// The repair that most of the listed violations have, without its positions; nil where none is listed.
    package var edit: String?
    /// How many of the listed violations have that repair.
    package var editCount: Int
    /// How many violations are listed.
    package var listed: Int
    /// The groups that break it, the highest lower end of the interval first.
    package var cells: [Cell]

    /// Makes a rule.
    package init(
      id: String, severity: Severity, share: Share = Share(), edit: String? = nil,
      editCount: Int = 0, listed: Int = 0, cells: [Cell] = []
    ) {
      (self.id, self.severity, self.share) = (id, severity, share)
      (self.edit, self.editCount, self.listed, self.cells) = (edit, editCount, listed, cells)
    }
  }

  /// A rule that one value of the compared member breaks more or less often than the value before.
  package struct Change: Sendable, Equatable {
    /// The rule's id.
    package var rule: String
    /// The values of the members before the compared one, which both have.
    package var within: [String?]
    /// The value before, such as the earlier version.
    package var from: String
    /// The value after.
    package var to: String
    /// How many launches broke the rule before.
    package var before: Share
    /// How many break it now.
    package var after: Share
    /// The probability of a difference of this size or more if nothing changed, by Fisher's exact test.
    package var probability: Double
    /// That probability after the correction for all tests, by Benjamini and Hochberg.
    package var adjusted: Double
    /// Recordings of the side that breaks it more often.
    package var examples: [Example]

    /// Makes a change.
    package init(
      rule: String, within: [String?], from: String, to: String, before: Share = Share(),
      after: Share = Share(), probability: Double = 1, adjusted: Double = 1,
      examples: [Example] = []
    ) {
      (self.rule, self.within, self.from, self.to) = (rule, within, from, to)
      (self.before, self.after) = (before, after)
      (self.probability, self.adjusted, self.examples) = (probability, adjusted, examples)
    }

    /// Whether it became worse.
    package var isRegression: Bool { after.rate > before.rate }
  }

  /// The newest version of the tool that made a report.
  package var toolVersion: String
  /// The grammar's name and version.
  package var grammar: String
  /// The kind of subject that is counted as a launch, in the grammar's words; empty without traces.
  package var launchKind: String
  /// The members of the traces' metadata by which launches are grouped.
  package var members: [String]
  /// The index of the member whose values are compared, each with the one before.
  package var comparedIndex: Int
  /// The traces that are counted.
  package var traces: Int
  /// Their launches.
  package var launches: Int
  /// Traces in which nothing could be checked; they are not counted.
  package var unchecked: Int
  /// Traces beyond the limit on groups; they are not counted.
  package var beyondLimit: Int
  /// Inputs that could not be read when the reports were made.
  package var failures: Int
  /// How many pairs of a rule and a change of the compared member were tested.
  package var tests: Int
  /// The changes that are reported: regressions first, then improvements, each with the newest value first.
  package var changes: [Change]
  /// The rules, the one with the highest lower end of the interval first.
  package var rules: [Rule]
  /// The groups, by their values.
  package var groups: [Group]

  /// Makes empty statistics.
  package init(members: [String], comparedIndex: Int) {
    (self.members, self.comparedIndex) = (members, comparedIndex)
    (toolVersion, grammar, launchKind) = ("", "", "")
    (traces, launches, unchecked, beyondLimit, failures, tests) = (0, 0, 0, 0, 0, 0)
    (changes, rules, groups) = ([], [], [])
  }

  /// The member whose values are compared.
  package var comparedMember: String { members[comparedIndex] }
}
