/// The names that people give callbacks in running text: `didFinishLaunchingWithOptions`, `scene willConnectTo`,
/// `SceneDelegate: didBecomeActive`.
///
/// A method with several labels is called by its first one, or by its base name and that; any method by the grammar's
/// short name, or without the receiver at its beginning, such as `scene`. Only letters and digits matter. A name that
/// several callbacks have names none of them.
struct SpokenNames: Sendable {
  /// Spellings of the grammar by name; empty for a name with several meanings.
  private var spellings: [String: String] = [:]
  /// The words that methods begin with, in lowercase, such as `scene` and `application`.
  private var receivers: Set<String> = []
  /// The texts of some length that occur in names.
  private var pieces: Set<Substring> = []
  /// A shorter label is too much like an ordinary word.
  private static let leastLabel = 8
  private static let pieceLength = 5

  init(_ methods: [(name: String, spellings: [String])]) {
    let methods = methods.map { (name: $0.name, parts: $0.spellings.map(Self.parts)) }
    // What only one callback begins with says itself what happens.
    let bases = methods.map { Set($0.parts.filter { $0.count > 1 }.map { Self.key($0[0]) }) }
    receivers = Set(bases.joined().filter { base in bases.count { $0.contains(base) } > 1 })
    // What a grammar calls it itself comes before what may be short for it.
    for (name, parts) in methods {
      for parts in parts { add([parts.joined()], name, isOwn: true) }
      add([name], name, isOwn: true)
    }
    var abbreviations = Self(spellings: [:], receivers: receivers)
    for (name, parts) in methods {
      for parts in parts where parts.count > 1 && receivers.contains(Self.key(parts[0])) {
        abbreviations.add([parts[0] + parts[1], parts[0] + name], name)
        if parts[1].count >= Self.leastLabel {
          abbreviations.add([parts[1], parts.dropFirst().joined()], name)
        }
      }
      for parts in parts where parts.count == 1 {
        guard let word = receiver(beginning: parts[0]) else { continue }
        abbreviations.add([String(parts[0].dropFirst(word.count)), word + name], name)
      }
    }
    spellings.merge(abbreviations.spellings) { own, _ in own }
    pieces = Set(spellings.keys.lazy.flatMap(Self.pieces))
  }

  private init(spellings: [String: String], receivers: Set<String>) {
    (self.spellings, self.receivers) = (spellings, receivers)
  }

  private mutating func add(_ names: [String], _ callback: String, isOwn: Bool = false) {
    for name in names {
      let key = Self.key(name)
      switch spellings[key] {
      case nil: spellings[key] = callback
      case callback: break
      default: if !isOwn { spellings[key] = "" }
      }
    }
  }

  /// The short name of the callback that the words mean together; nil if they mean none, or several.
  /// - Parameter receiver: whom a text says to be called, in lowercase.
  func callback(_ words: String, of receiver: String? = nil) -> String? {
    let key = Self.key(words)
    let found = receiver.flatMap { spellings[$0 + key] } ?? spellings[key]
    return found == "" ? nil : found
  }

  /// The receiver that a word names, as `SceneDelegate` and `App` do.
  func receiver(named word: some StringProtocol) -> String? {
    var key = Self.key(word)
    if key.hasPrefix("ui") { key.removeFirst(2) }
    if key.hasSuffix("delegate") { key.removeLast(8) }
    if receivers.contains(key) { return key }
    return key.count < 3 ? nil : receivers.filter { $0.hasPrefix(key) }.min()
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
    var pieces: [Substring] = []
    var rest = key[...]
    while rest.count >= pieceLength {
      pieces.append(rest.prefix(pieceLength))
      rest.removeFirst()
    }
    return pieces
  }

  /// The longest receiver with which the base name of a method begins.
  func receiver(beginning base: String) -> String? {
    let key = Self.key(base)
    return receivers.filter { key.hasPrefix($0) && key.count > $0.count }.max {
      $0.count < $1.count
    }
  }

  /// The base name and the labels of a spelling.
  private static func parts(_ spelling: String) -> [String] {
    spelling.split { "(:)_".contains($0) }.map(String.init)
  }

  private static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }
}
