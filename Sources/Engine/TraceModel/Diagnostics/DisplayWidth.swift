/// The number of terminal columns the text takes, after `terminalSafe`.
///
/// Letters of East Asia and pictures take two columns, marks that combine with the letter before none, all
/// else one. Terminals differ on rare characters, so this is an estimate that is right for ordinary text.
/// - Complexity: O(scalars).
/// - Source: Unicode Standard Annex #11, East Asian Width, values W and F, rounded to whole blocks.
package func displayWidth(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

extension Unicode.Scalar {
  /// The number of terminal columns: 0, 1 or 2.
  package var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
