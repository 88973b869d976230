internal import TraceFindings
internal import CallOrderKit
internal import TraceModel
internal import TraceGrammar
internal import TraceSystem

/// A grammar with the texts it came from.
struct GrammarSource {
  /// The name used in messages: the path, or the name of a shipped grammar with `.lifecycle` after it.
  var name: String { parts[0].text.name }
  /// The text in the lifecycle notation, without those that it extends.
  var text: [UInt8] { parts[0].text.bytes }
  /// What the text means; nil if it has errors.
  var grammar: Grammar?
  /// The text, and those that it extends, with the errors and warnings in each.
  var parts: [GrammarReading.Part]

  /// The files of the grammars that it extends.
  private(set) var extended: [String] = []

  /// The errors and warnings, text by text.
  var diagnostics: [Diagnostic] { parts.flatMap(\.diagnostics) }

  /// Reads a grammar: a shipped one by its name, any other from its file; nil stands for UIKit's.
  /// - Parameter profile: what a framework does, added to the grammar; nil for none.
  init(
    path: String?, profile: FrameworkProfile? = nil, in environment: CommandEnvironment
  ) throws(CommandError) {
    let reading: GrammarReading
    var extended: [String] = []
    if let shipped = Self.shipped(path) {
      reading = Grammar.read(shipped.source, isShipped: true, profile: profile) { _, _ in nil }
    } else {
      let text = try Self.text(path ?? "", in: environment)
      reading = Grammar.read(text, isShipped: false, profile: profile) { path, from in
        // A pipe or a device might never end, and standard input is not a file.
        let path = Path.joined(Path.folder(of: from), path)
        guard path != "-", (try? fileKind(of: environment.place(of: path))) == .file else {
          return nil
        }
        extended.append(path)
        return try? Self.text(path, in: environment)
      }
    }
    (grammar, parts, self.extended) = (reading.grammar, reading.parts, extended)
  }

  /// The shipped grammar with a name, or UIKit's for nil; nil for the path of a file.
  private static func shipped(_ path: String?) -> ShippedGrammar? {
    path.map { ShippedGrammar.named($0) } ?? .uiScene
  }

  /// The text of a file, under the path that messages show.
  private static func text(
    _ path: String, in environment: CommandEnvironment
  ) throws(CommandError) -> GrammarText {
    do {
      return GrammarText(
        name: path == "-" ? "-" : SystemText.shown(Path.tidied(path)),
        bytes: try environment.read(path, limit: 1 << 24))
    } catch {
      var error = error
      let near = nearestName(to: path, among: ShippedGrammar.all.map(\.name))
      error.hint =
        near.map { "Did you mean '\($0)', which is built in?" }
        ?? "The built-in grammars are \(listed(ShippedGrammar.all.map(\.name), "and"))."
      throw error
    }
  }

  /// The errors and warnings as compilers show them; empty if there are none.
  func listing(isColored: Bool) -> [UInt8] {
    let listings = parts.filter { !$0.diagnostics.isEmpty }.map { part in
      DiagnosticRenderer(
        path: part.text.name, text: part.text.bytes, theme: isColored ? .color : .plain
      ).render(part.diagnostics)
    }
    return Array(listings.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The grammar that is used instead of UIKit's, unless one is named, for traces with actions that it declares.
  static func practices(for settings: InputSettings) -> Lazily<Grammar?> {
    guard settings.grammar == nil else { return Lazily { nil } }
    let profile = settings.profile.flatMap { FrameworkProfile.named($0) }
    return Lazily {
      Grammar.read(ShippedGrammar.practices.source, isShipped: true, profile: profile) { _, _ in nil
      }
      .grammar
    }
  }

  /// The grammar to judge by; its errors are printed if there are any.
  /// - Throws: `CommandError` of status `usage` when the text cannot be used.
  static func load(
    path: String?, for invocation: Invocation
  ) throws(CommandError) -> Grammar {
    let profile = invocation.settings.input.profile.flatMap { FrameworkProfile.named($0) }
    if profile == nil, let shipped = shipped(path) { return shipped.grammar() }
    let isConfigured = path != nil && path == invocation.configured.input.grammar
    let source = try invocation.naming("grammar", if: isConfigured) { () throws(CommandError) in
      try GrammarSource(path: path, profile: profile, in: invocation.environment)
    }
    let base = ShippedGrammar.uiScene.sourceName
    if let profile, !source.parts.contains(where: { $0.text.name == base }) {
      throw .usage(
        "the profile \(profile.name) is for grammars that extend UIScene; \(terminalSafe(source.name)) does not"
      )
    }
    guard let grammar = source.grammar else {
      invocation.environment.errorOutput.write(
        source.listing(isColored: invocation.colorsErrors))
      throw .usage("the grammar \(terminalSafe(source.name)) cannot be used")
    }
    return grammar
  }
}

extension Grammar {
  /// The rule with the given id.
  /// - Parameters:
  ///   - others: further ids that may have been meant instead.
  ///   - wider: further grammars that may have it.
  /// - Throws: `CommandError` of status `usage`, with a similar id, if there is no such rule.
  func rule(
    withID id: String, besides others: @autoclosure () -> [String] = [],
    orIn wider: @autoclosure () -> [Grammar] = []
  ) throws(CommandError) -> Rule {
    if let rule = rules.first(where: { $0.id == id }) { return rule }
    let all = rules + wider().flatMap(\.rules.elements)
    if let rule = all.first(where: { $0.id == id }) { return rule }
    if let near = nearestName(to: id, among: all.map(\.id) + others()) {
      throw .usage("no rule '\(id)'; did you mean '\(near)'?", hint: "Try 'callorder rules'.")
    }
    let related = rules.map(\.id).filter { !id.isEmpty && $0.contains(id) }
    throw .usage(
      "the grammar \(name) has no rule '\(id)'"
        + (related.isEmpty ? "" : "; did you mean \(listed(related.map { "'\($0)'" }, "or"))?"),
      hint: "Try 'callorder rules', which lists all \(rules.count).")
  }
}
