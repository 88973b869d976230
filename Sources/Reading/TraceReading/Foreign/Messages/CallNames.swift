/// The names that people give callbacks in running text: `didFinishLaunchingWithOptions`, `scene willConnectTo`,
/// `SceneDelegate: didBecomeActive`.
///
/// A method with several labels is called by its first one, or by its base name and that; any method by the grammar's
/// short name, or without the receiver at its beginning, such as `scene`. Only letters and digits matter. A name that
/// several callbacks have names none of them.
struct CallNames: Sendable {
  /// Callbacks by name, with only letters and digits, in lowercase; empty for a name with several meanings.
  private var callbacks: [String: String] = [:]
  /// Callbacks by names with a capital at the beginning, as .NET has them, such as `OnActivated`.
  private var capitalized: [String: String] = [:]
  /// The words that methods begin with, in lowercase, such as `scene` and `application`.
  private var receivers: Set<String> = []
  /// The texts of some length that occur in names.
  private var pieces: Set<Substring> = []
  /// A shorter label is too much like an ordinary word.
  private static let leastLabel = 8
  private static let pieceLength = 5

  init(_ methods: [(name: String, spellings: [String])]) {
    let methods = methods.map {
      (name: $0.name, parts: $0.spellings.map { $0.split { "(:)_".contains($0) }.map(String.init) })
    }
    // What only one callback begins with says itself what happens.
    let bases = methods.map { Set($0.parts.filter { $0.count > 1 }.map { Self.key($0[0]) }) }
    receivers = Set(bases.joined().filter { base in bases.count { $0.contains(base) } > 1 })
    // What a grammar calls it itself comes before what may be short for it.
    for (name, parts) in methods {
      for parts in parts where parts.count == 1 && parts[0].first?.isUppercase == true {
        capitalized[parts[0]] = name
      }
      for own in parts.map({ $0.joined() }) + [name] where callbacks[Self.key(own)] == nil {
        callbacks[Self.key(own)] = name
      }
    }
    var short: [String: String] = [:]
    func add(_ names: String..., for callback: String) {
      for key in names.map(Self.key) {
        short[key] = short[key] ?? callback == callback ? callback : ""
      }
    }
    for (name, parts) in methods {
      for parts in parts {
        if parts.count > 1, receivers.contains(Self.key(parts[0])) {
          add(parts[0] + parts[1], parts[0] + name, for: name)
          if parts[1].count >= Self.leastLabel {
            add(parts[1], parts.dropFirst().joined(), for: name)
          }
        } else if parts.count == 1, let word = receiver(beginning: parts[0]) {
          add(String(parts[0].dropFirst(word.count)), word + name, for: name)
        }
      }
    }
    callbacks.merge(short) { own, _ in own }
    pieces = Set(callbacks.keys.lazy.flatMap(Self.pieces))
  }

  /// The short name of the callback that words mean together; nil if they mean none, or several.
  /// - Parameter receiver: whom a text says to be called, in lowercase.
  func callback(_ words: String, of receiver: String? = nil) -> String? {
    let key = Self.key(words)
    // .NET's app delegate has methods such as `DidEnterBackground`, and MAUI's events of scenes begin with *Scene*.
    let isApps = receiver == nil && words.first?.isUppercase == true
    let found =
      receiver.flatMap { callbacks[$0 + key] } ?? capitalized[words]
      ?? (isApps ? callbacks["application" + key] : nil) ?? callbacks[key]
    return found == "" ? nil : found
  }

  /// Whether a word is a method's whole name in .NET.
  func isCapitalized(_ word: String) -> Bool { capitalized[word] != nil }

  /// The receiver that a word names, as `SceneDelegate` and `App` do.
  func receiver(named word: some StringProtocol) -> String? {
    var key = Self.key(word)
    if key.hasPrefix("ui") { key.removeFirst(2) }
    if key.hasSuffix("delegate") { key.removeLast(8) }
    if receivers.contains(key) { return key }
    return key.count < 3 ? nil : receivers.filter { $0.hasPrefix(key) }.min()
  }

  /// The longest receiver with which the base name of a method begins.
  func receiver(beginning base: String) -> String? {
    let key = Self.key(base)
    return receivers.filter { key.hasPrefix($0) && key.count > $0.count }.max {
      $0.count < $1.count
    }
  }

  /// Whether a word is the base name of methods that only their labels tell apart.
  func isBaseName(_ word: String) -> Bool {
    receivers.contains(Self.key(word)) && word.first?.isLowercase == true
  }

  /// Whether at least half of a word is found in names, so that it is worth comparing with each.
  func sharesParts(_ word: String) -> Bool {
    let found = Self.pieces(of: Self.key(word))
    return !found.isEmpty && found.count { pieces.contains($0) } * 2 >= found.count
  }

  private static func pieces(of key: String) -> [Substring] {
    key.indices.dropLast(pieceLength - 1).map { key[$0...].prefix(pieceLength) }
  }

  private static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }
}
