/// How the parts of a rendered diagnostic are set apart, apart from where they stand.
public struct DiagnosticTheme: Sendable {
  /// A part of a rendered diagnostic.
  enum Role: Sendable {
    case severity(Severity)
    case message
    case gutter
    case help
  }

  /// No styles at all: for files and for terminals that want none.
  public static let plain = DiagnosticTheme { _ in nil }

  /// The colors of the terminal's own palette, by ANSI escape sequences.
  public static let ansi = DiagnosticTheme { role in
    switch role {
    case .severity(.error): "1;31"
    case .severity(.warning): "1;33"
    case .severity(.note): "1;36"
    case .message: "1"
    case .gutter: "34"
    case .help: "1;32"
    }
  }

  /// The parameters of the escape sequence that selects a style; nil for unstyled text.
  private let parameters: @Sendable (Role) -> String?

  private init(_ parameters: @escaping @Sendable (Role) -> String?) {
    self.parameters = parameters
  }

  /// The text in the style of its role.
  func paint(_ text: String, _ role: Role) -> String {
    guard !text.isEmpty, let parameters = parameters(role) else { return text }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}
