/// A part of the project that is tested with arbitrary bytes, and what must hold for it.
struct FuzzTarget: Sendable {
  /// How known bytes are changed into new ones.
  enum Mutation: Sendable {
    /// The bytes are JSON values.
    case json
    /// The bytes are lines of words.
    case text
    /// The bytes are choices, from which something is generated.
    case choices
  }

  /// The result of an attempt.
  struct Outcome {
    /// Whether the reader accepted the bytes, so that the code behind it was tested.
    var isAccepted: Bool
    /// What is wrong, with the details that a person needs; nil if nothing is.
    var complaint: String?

    static let accepted = Outcome(isAccepted: true)
    static let rejected = Outcome(isAccepted: false)

    static func complaint(_ text: String) -> Outcome {
      Outcome(isAccepted: true, complaint: text)
    }
  }

  /// The name, also that of its folder of finds.
  let name: String
  let mutation: Mutation
  /// Whether the reader knows each member and the form of its value, so that most changes have to keep both.
  var isStrict = false
  /// Tests the bytes; the outcome depends only on them.
  let attempt: @Sendable ([UInt8]) -> Outcome

  /// The targets for only the reader and the checker, which need few other modules.
  static let core: [FuzzTarget] = [.events, .reader, .checker, .lives]

  /// All targets. Add a new one here and to the list in the Makefile.
  #if CALLORDER_FUZZ_CORE
    static let all = core
  #else
    static let all =
      core + [
        .foreign, .log, .grammar, .configuration, .baseline, .report, .merge, .trace,
        .renderers, .ways, .recorders, .faults,
      ]
  #endif
}
