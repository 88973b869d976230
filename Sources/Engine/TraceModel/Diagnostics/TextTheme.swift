/// The styles of a text for a terminal, such as a report; the layout is the same for every theme.
public struct TextTheme: Sendable, Equatable {
  /// The role of a piece of text.
  package enum Role: Sendable {
    case error, warning, note
    case added, removed
    case emphasis, faint, success, gutter
  }

  private let isColored: Bool

  /// Characters only.
  public static let plain = TextTheme(isColored: false)
  /// The eight colors that every terminal has; color never carries a meaning alone.
  public static let color = TextTheme(isColored: true)

  /// The text as it is shown in its role.
  package func paint(_ text: String, _ role: Role) -> String {
    guard isColored, !text.isEmpty else { return text }
    let code =
      switch role {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .added: "32"
      case .removed: "31"
      case .emphasis: "1"
      case .faint: "2"
      case .success: "1;32"
      case .gutter: "34"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension TextTheme.Role {
  /// The role of a severity's word.
  package init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
