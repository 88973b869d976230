internal import CallOrderCore
internal import CallOrderKit
internal import TraceGrammar
internal import TracePages
internal import TraceFindings

/// What shows a rule of the built-in grammar at work: a trace that breaks it and one that keeps it.
struct RuleExamples {
  /// The smallest trace that breaks the rule, with its repair; nil if none is known.
  private(set) var illegal: IllegalExample?
  /// A trace that keeps the rule; nil if none is known.
  private(set) var legal: LegalExample?

  /// No examples, for a rule of another grammar.
  init() {}

  /// Checks the samples of a rule, both in one run.
  init(for rule: Rule, in grammar: Grammar) {
    var options = CheckOptions()
    options.demandsCompleteLives = rule.form is IncompleteForm
    options.timeline = .upTo(1_000)
    let breaking = EmbeddedFiles.samples["traces/violating/\(rule.id)/smallest.json"]
    let name = LegalExample.name(for: rule)
    let keeping = EmbeddedFiles.samples["traces/conforming/\(name)"]
    let texts = [("breaking", breaking), ("keeping", keeping)]
    let inputs = texts.compactMap { path, text -> TraceInput? in
      text.map { .bytes(Array($0.utf8), name: path) }
    }
    for trace in checkTraces(inputs, against: grammar, options: options).traces {
      if trace.path == "breaking", let breaking {
        illegal = IllegalExample(of: rule, in: grammar, text: breaking, found: trace)
      } else {
        legal = LegalExample(name: name, in: grammar, found: trace)
      }
    }
  }
}
