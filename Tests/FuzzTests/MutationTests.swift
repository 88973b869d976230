import Foundation
import TestSupport
import Testing

/// A short version of `make fuzz`, without guidance by a fuzzer, from seeds that are printed.
///
/// `CALLORDER_FUZZ` multiplies the number of attempts, `CALLORDER_FUZZ_SEED` moves their seeds, and `CALLORDER_FUZZ_TARGETS`
/// names the targets to try, with commas between them.
@Suite("Randomly changed or generated input", .seeds, .serialized) struct MutationTests {
  private static let targets: [String] = {
    let names = ProcessInfo.processInfo.environment["CALLORDER_FUZZ_TARGETS"]
    return names?.split(separator: ",").map(String.init) ?? FuzzTarget.all.map(\.name)
  }()

  /// Slow targets, which have fewer attempts.
  private static let attempts: [String: UInt64] = [
    "grammar": 30, "report": 40, "renderers": 40, "ways": 60, "merge": 60, "recorders": 1_200,
  ]

  /// The folders with inputs to change.
  private static let folders: [String: [String]] = [
    "reader": ["traces"], "trace": ["traces"], "foreign": ["traces/formats"],
    "log": ["traces/formats"],
    "grammar": ["Sources/Engine/CGrammars/Grammars", "Tests/TraceGrammarTests/Grammars"],
  ]

  @Test("breaks nothing", arguments: targets)
  func attempts(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let known = target.mutation == .choices ? [] : try Self.inputs(of: target)
    let seeds = Effort.seeds(Self.attempts[name] ?? 400)
    var accepted = 0
    for seed in seeds {
      let outcome = target.attempt(Self.bytes(seed, target, known))
      if outcome.isAccepted { accepted += 1 }
      if let complaint = outcome.complaint {
        Issue.record("\(name), seed \(seed): \(complaint)")
        return
      }
    }
    let share = accepted * 100 / seeds.count
    print("\(name): \(share) % of the inputs get past the reader, seeds \(seeds)")
    // Texts are known to be accepted before they are changed; what is generated has to be accepted often enough.
    if target.mutation == .choices { #expect(accepted * 2 > seeds.count) }
  }

  private static func bytes(_ seed: UInt64, _ target: FuzzTarget, _ known: [[UInt8]]) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    guard let input = known.randomElement(using: &random) else {
      return (0..<Int.random(in: 2...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    // Some are damaged without regard to their format.
    if seed % 8 == 7 { return mutated(input, using: &random) }
    var mutator = TextMutator(
      input, seed: random.next(), isJSON: target.mutation == .json, isStrict: target.isStrict)
    return mutator.mutated()
  }

  /// Small files that the reader accepts, because many attempts with them show more than one with a large file.
  private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
    let folders =
      (folders[target.name] ?? [])
      + ["Finds", "Seeds"].map { "Tests/FuzzTests/\($0)/\(target.name)" }
    let paths = folders.flatMap { folder in
      Repository.paths(below: folder).map { "\(folder)/\($0)" }
    }
    let inputs = paths.compactMap { Repository.bytes($0) }.filter { $0.count < 1 << 16 }
    let accepted = inputs.filter { target.attempt($0).isAccepted }
    try #require(!accepted.isEmpty)
    return accepted
  }
}
