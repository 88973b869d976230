/// A configuration of pre-commit with the one hook.
/// - Parameter traces: the folder of the traces.
func preCommitConfiguration(traces: String) -> String {
  #"""
  # 'pre-commit install' makes every commit check the traces that it changes.
  repos:
    - repo: local
      hooks:
        - id: callorder
          name: CallOrder
          description: Check recorded lifecycle callbacks against the lifecycle grammar
          entry: callorder check
          language: system
          files: ^\#(regularExpressionEscaped(traces))/.*\.(json|jsonl|ndjson)$
          require_serial: true

  """#
}

/// The text with what means something in a regular expression escaped.
private func regularExpressionEscaped(_ text: String) -> String {
  text.map { ".^$*+?()[]{}|\\".contains($0) ? "\\\($0)" : String($0) }.joined()
}
