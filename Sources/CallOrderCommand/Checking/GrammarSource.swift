internal import TraceDiagnostics
internal import TraceGrammar
internal import TraceSystem

/// A grammar with the text it came from.
struct GrammarSource {
  /// The name used in messages: the path, or that of a shipped grammar with `.lifecycle` after it.
  var name: String
  /// The text in the lifecycle notation.
  var text: [UInt8]
  /// What the text means; nil when it has mistakes.
  var grammar: Grammar?
  /// The mistakes and doubts, by position.
  var diagnostics: [Diagnostic]

  /// Reads a grammar: a shipped one by its name, any other from its file; nil stands for UIKit's.
  init(path: String?, in environment: CommandEnvironment) throws(CommandError) {
    guard let path, ShippedGrammar.named(path) == nil else {
      let shipped = path.flatMap { ShippedGrammar.named($0) } ?? .uiScene
      name = "\(shipped.name).lifecycle"
      text = Array(shipped.text.utf8)
      (grammar, diagnostics) = Grammar.parse(text, isKnownToBeSound: true)
      return
    }
    name = path == "-" ? "-" : SystemText.shown(Path.tidied(path))
    do {
      text = try environment.read(path, limit: 1 << 24)
    } catch {
      var error = error
      let near = nearestName(to: path, among: ShippedGrammar.all.map(\.name))
      error.hint = near.map { "Did you mean '\($0)', which is built in?" }
      throw error
    }
    (grammar, diagnostics) = Grammar.parse(text)
  }

  /// The mistakes and doubts as compilers show them; empty when there are none.
  func listing(isColored: Bool) -> [UInt8] {
    DiagnosticRenderer(path: name, text: text, theme: isColored ? .ansi : .plain)
      .render(diagnostics)
  }

  /// The grammar to judge by; its mistakes are shown when there are any.
  /// - Throws: `CommandError` of status `usage` when the text cannot be used.
  static func load(
    path: String?, for invocation: Invocation
  ) throws(CommandError) -> Grammar {
    let source = try GrammarSource(path: path, in: invocation.environment)
    guard let grammar = source.grammar else {
      invocation.environment.errorOutput.write(
        source.listing(isColored: invocation.colorsErrors))
      throw .alreadyShown("the grammar \(terminalSafe(source.name)) cannot be used")
    }
    return grammar
  }
}

extension Grammar {
  /// The rule with the given id.
  /// - Throws: `CommandError` of status `usage` with a near id when there is none.
  func rule(withID id: String) throws(CommandError) -> Rule {
    if let rule = rules.first(where: { $0.id == id }) { return rule }
    let hint = "Try 'callorder rules'."
    if let near = nearestName(to: id, among: rules.map(\.id)) {
      throw .usage("no rule '\(id)'; did you mean '\(near)'?", hint: hint)
    }
    let related = rules.map(\.id).filter { !id.isEmpty && $0.contains(id) }
    throw .usage(
      "the grammar \(name) has no rule '\(id)'"
        + (related.isEmpty ? "" : "; did you mean \(inWords(related.map { "'\($0)'" }, "or"))?"),
      hint: "Try 'callorder rules', which lists all \(rules.count).")
  }
}
