extension String {
  /// Whether it is an `https` address that every format may write as a link: graphic ASCII characters, without those that
  /// an address must not contain and that end a link in markup.
  ///
  /// The reader of grammars and the report keep no other link, so that no format has to decide.
  /// - Source: RFC 3986, section 2.
  package var isWebAddress: Bool {
    hasPrefix("https://") && utf8.count > 8
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
          UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
          false
        default: byte > 0x20 && byte < 0x7F
        }
      }
  }
}
