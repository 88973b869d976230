internal import CProgramFiles
package import TraceGrammar

extension EmbeddedFiles {
  /// The traces that show the rules of UIKit's grammar at work.
  package static let samples = EmbeddedFiles(callorder_embedded_samples())
  /// The style sheets and scripts of pages and pictures.
  package static let page = EmbeddedFiles(callorder_embedded_page())
  /// The files that run callorder in CI and other services; `{traces}` stands for the folder of the traces.
  package static let integration = EmbeddedFiles(callorder_embedded_integration())
}
