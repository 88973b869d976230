/// A lifecycle grammar that ships with the tool and is chosen by its name.
public struct ShippedGrammar: Sendable, Equatable {
  /// The name that the text gives itself, such as `AndroidActivity`.
  public let name: String
  /// The whole text, in the lifecycle notation, without the text of the grammar that it extends.
  /// - Complexity: O(n) in the length of the text, which is copied.
  public var text: String { String(decoding: source.bytes, as: UTF8.self) }

  /// The grammar for UIKit, which is the default.
  public static let uiScene = ShippedGrammar(name: "UIScene")

  /// The grammar for UIKit with what an app does itself: it declares the recorder's actions.
  public static let practices = ShippedGrammar(name: "UIScenePractices")

  /// All of them: UIKit's first, the others by name.
  public static let all: [ShippedGrammar] =
    [uiScene]
    + ["AndroidActivity", "ScenePhase", "UIScenePractices", "UIViewController", "URLSessionTask"]
    .map(ShippedGrammar.init)

  /// The grammar with this name, which is case-sensitive; nil when there is none.
  public static func named(_ name: String) -> ShippedGrammar? { all.first { $0.name == name } }

  /// The grammar whose reports a report by this one can be put together with: UIKit's for its practices, which judge only the
  /// traces that have their actions.
  package static func base(of name: String) -> String {
    name == practices.name ? uiScene.name : name
  }

  /// The text with the name it goes by in messages.
  public var source: GrammarText {
    let files = Self.files(of: name)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(files.reduce(0) { $0 + $1.count + 1 })
    for file in files {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes.append(contentsOf: file)
    }
    return GrammarText(name: sourceName, bytes: bytes)
  }

  /// The name that the text goes by in messages.
  package var sourceName: String { "\(name).lifecycle" }

  /// The grammar that the text describes; a fault in it is a bug of the package that its tests find.
  /// - Complexity: O(n) in the length of the text, a few milliseconds; keep the result. UIKit's is kept.
  public func grammar() -> Grammar { self == .uiScene ? .uiScene() : read() }

  /// The same, without keeping anything. What the tests find out about the text is not checked again.
  func read() -> Grammar {
    let reading = Grammar.read(source, isShipped: true) { _, _ in nil }
    guard let grammar = reading.grammar else {
      preconditionFailure("the shipped grammar \(name) is not valid: \(reading.parts)")
    }
    return grammar
  }

  /// The files with the text of a grammar, in their order; empty if there is no grammar of that name.
  static func files(of name: String) -> [UnsafeRawBufferPointer] {
    // SAFETY: the bytes are constants of the program, so they are never freed.
    if name == uiScene.name { return EmbeddedFiles.uiScene.contents }
    return EmbeddedFiles.grammars.content(of: "Grammars/\(name).lifecycle").map { [$0] } ?? []
  }
}
