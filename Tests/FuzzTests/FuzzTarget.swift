/// What is tried with any bytes at all: a part of the project, and what has to hold of it.
struct FuzzTarget: Sendable {
  /// How bytes that were met before are changed into new ones.
  enum Mutation: Sendable {
    /// They are a text of JSON values.
    case json
    /// They are a text of lines and words.
    case text
    /// They are choices, which something is drawn with.
    case choices
  }

  /// What an attempt came to.
  struct Outcome {
    /// Whether the bytes got past the reader, and what is behind it was tried.
    var isAccepted: Bool
    /// What does not hold, with what a person needs to see it; nil where all holds.
    var complaint: String?

    static let accepted = Outcome(isAccepted: true)
    static let rejected = Outcome(isAccepted: false)

    static func complaint(_ text: String) -> Outcome {
      Outcome(isAccepted: true, complaint: text)
    }
  }

  /// The name, which is that of its folder of finds, too.
  let name: String
  let mutation: Mutation
  /// Tries the bytes; the outcome depends on nothing else.
  let attempt: @Sendable ([UInt8]) -> Outcome

  /// The reader and the checker alone, with little that has to be built.
  static let core: [FuzzTarget] = [.events, .reader, .checker, .lives]

  /// All of them. A new one is added here, and to the list in the Makefile.
  #if CALLORDER_FUZZ_CORE
    static let all = core
  #else
    static let all =
      core + [
        .foreign, .log, .grammar, .configuration, .baseline, .report, .merge, .state, .trace,
        .renderers, .ways, .large,
      ]
  #endif
}
