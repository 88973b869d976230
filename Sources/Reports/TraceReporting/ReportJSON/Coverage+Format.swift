internal import TraceFindings
package import TraceJSON

extension Coverage {
  /// The numbers in the form of a coverage report.
  package var jsonValue: JSONValue { Self.format.write(self) }

  static let format = JSONFormat.object(
    "coverage", "Which parts of the grammar were used", blank: Self(),
    [
      .added("lifecycles", \.lifecycles, .list(of: Lifecycle.format), "In the grammar's order"),
      .added("rules", \.rules, .list(of: Rule.format), "In the grammar's order"),
      .omissible(
        "cases", \.cases, .list(of: .callbackCount(named: "callback")), blank: [],
        "How many events were certainly the cases that scenarios name, in the grammar's order"),
      .added(
        "unmentioned", \.unmentioned, .list(of: .callbackCount(named: "callback")),
        "Known callbacks that occurred but that neither a transition nor a rule mentions"),
    ])
}

extension Coverage.Lifecycle {
  fileprivate static let format = JSONFormat.object(
    "lifecycleCoverage", "One lifecycle's numbers",
    blank: Self(name: "", states: [], transitions: []),
    [
      .required("name", \.name, .text, "The lifecycle's name"),
      .required("states", \.states, .list(of: Coverage.State.format), "In the grammar's order"),
      .required(
        "transitions", \.transitions, .list(of: Coverage.Transition.format),
        "In the grammar's order"),
    ])
}

extension Coverage.State {
  fileprivate static let format = JSONFormat.object(
    "stateCoverage", "One state's number", blank: Self(name: "", visits: 0),
    [
      .required("name", \.name, .text, "The state's name"),
      .required("visits", \.visits, .count, "How many events certainly left a subject in it"),
    ])
}

extension Coverage.Transition {
  fileprivate static let format = JSONFormat.object(
    "transitionCoverage", "One transition's number",
    blank: Self(from: "", callback: "", to: "", visits: 0),
    [
      .required("from", \.from, .text, "The state it leaves"),
      .required("callback", \.callback, .text, "The callback that takes it"),
      .required("to", \.to, .text, "The state it enters"),
      .required("visits", \.visits, .count, "How many events took it, where that was certain"),
    ])
}

extension Coverage.Rule {
  fileprivate static let format = JSONFormat.object(
    "ruleCoverage", "One rule's numbers", blank: Self(id: "", exercised: 0, violated: 0),
    [
      .required("id", \.id, .text, "The rule's id"),
      .required("exercised", \.exercised, .count, "How many events the rule applied to"),
      .required("violated", \.violated, .count, "How many findings of it there were"),
    ])
}
