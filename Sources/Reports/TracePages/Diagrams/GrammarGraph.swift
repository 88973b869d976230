package import TraceFindings
package import TraceGrammar

/// A form in which a grammar's lifecycles can be drawn.
package enum GraphFormat: String, Sendable, CaseIterable {
  /// A picture that needs no other program.
  case svg
  /// The language of Mermaid, which many code hosts show as a picture.
  case mermaid
}

extension Grammar {
  /// The grammar's lifecycles as a graph in the given format.
  ///
  /// - Parameters:
  ///   - format: the form to write.
  ///   - lifecycles: the names of the lifecycles wanted, in any order; nil for all.
  ///   - coverage: how often states and steps were taken; those never taken are then dashed.
  /// - Returns: a whole file, ending in a line feed.
  package func graph(
    format: GraphFormat, lifecycles: [String]? = nil, coverage: Coverage? = nil
  ) -> [UInt8] {
    let graphs = stateGraphs(coverage: coverage).filter {
      lifecycles?.contains($0.name) ?? true
    }
    return switch format {
    case .svg: svg(of: graphs)
    case .mermaid: Array(mermaid(of: graphs).utf8)
    }
  }

  /// One graph per lifecycle, in the order of the grammar.
  package func stateGraphs(coverage: Coverage? = nil) -> [StateGraph] {
    lifecycles.map { lifecycle in
      StateGraph(
        of: lifecycle, in: self,
        coverage: coverage?.lifecycles.first { $0.name == lifecycle.name })
    }
  }
}

/// The graphs one below the other, each under its name.
private func svg(of graphs: [StateGraph]) -> [UInt8] {
  let diagrams = graphs.map { StateDiagram($0) }
  let heading = 40.0
  let width = diagrams.map(\.width).max() ?? 0
  let height = diagrams.reduce(0) { $0 + $1.height + heading }
  var markup: Markup = """
    <svg xmlns="http://www.w3.org/2000/svg" class="sd" viewBox="0 0 \(width) \(height)" \
    width="\(width)" height="\(height)" role="img" \
    aria-label="\(diagrams.map(\.summary).joined(separator: ". "))">
    <style>\(html: PageAssets.pictureStyles)</style>

    """
  var y = 0.0
  for diagram in diagrams {
    markup += """
      <text x="\(width / 2)" y="\(y + 26)">\(diagram.graph.name)</text>
      <g transform="translate(\((width - diagram.width) / 2) \(y + heading))">
      \(html: diagram.drawing)</g>

      """
    y += diagram.height + heading
  }
  markup += "</svg>\n"
  return markup.bytes
}

/// The graphs as composite states of one Mermaid state diagram.
///
/// - Source: mermaid.js.org/syntax/stateDiagram.html. States get made-up identities, because a state named `end`
///   is a syntax error; in labels `#` begins a code, so it and what could end a statement are written as codes.
private func mermaid(of graphs: [StateGraph]) -> String {
  var text = "stateDiagram-v2\n"
  for (number, graph) in graphs.enumerated() {
    text += "  state \"\(mermaidEscaped(graph.name))\" as g\(number) {\n"
    for (index, node) in graph.nodes.enumerated() {
      text += "    state \"\(mermaidEscaped(node.name))\" as s\(number)_\(index)\n"
    }
    for (index, node) in graph.nodes.enumerated() where node.isStart {
      text += "    [*] --> s\(number)_\(index)\n"
    }
    for edge in graph.edges {
      let label = edge.callbacks.map(mermaidEscaped).joined(separator: "<br>")
      text += "    s\(number)_\(edge.from) --> s\(number)_\(edge.to): \(label)\n"
    }
    for (index, node) in graph.nodes.enumerated() where !node.stays.isEmpty {
      let label = node.stays.map(mermaidEscaped).joined(separator: "<br>")
      text += "    s\(number)_\(index) --> s\(number)_\(index): \(label)\n"
    }
    for (index, node) in graph.nodes.enumerated() where node.isAccepting {
      text += "    s\(number)_\(index) --> [*]\n"
    }
    text += "  }\n"
  }
  return text
}

private func mermaidEscaped(_ text: String) -> String {
  var escaped = ""
  for (offset, scalar) in text.unicodeScalars.enumerated() {
    switch scalar {
    case "#": escaped += "#35;"
    case ";": escaped += "#59;"
    case "<": escaped += "#lt;"
    case ">": escaped += "#gt;"
    case "\"": escaped += "#quot;"
    case "&": escaped += "#amp;"
    case "%", "{", "}", "`": escaped += "#\(scalar.value);"
    // A double colon attaches a style, and a dash after it ends the label.
    case ":" where text.unicodeScalars.dropFirst(offset + 1).first == ":": escaped += "#58;"
    case "-" where text.unicodeScalars.dropFirst(offset + 1).first == "-": escaped += "#45;"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped += " "
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
