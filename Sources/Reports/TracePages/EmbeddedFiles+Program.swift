internal import CProgramFiles
package import TraceGrammar

extension EmbeddedFiles {
  /// The style sheets and scripts of pages and pictures.
  package static let page = EmbeddedFiles(callorder_embedded_page())
  /// The files that run callorder in CI and other services; `{traces}` stands for the folder of the traces.
  package static let integration = EmbeddedFiles(callorder_embedded_integration())
  /// What the program prints as it is: explanations of notes, and the schema of traces.
  package static let texts = EmbeddedFiles(callorder_embedded_texts())
}
