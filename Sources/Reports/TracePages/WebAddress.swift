/// An address that is safe to link to: `http` and `https` only.
struct WebAddress {
  let text: String

  /// Nil for anything but `http` and `https`, so that no text of a grammar can become a script.
  init?(_ text: String) {
    let start = text.lowercased()
    guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return nil }
    guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
      return nil
    }
    self.text = text
  }
}
