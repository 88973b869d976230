#if CALLORDER_FUZZ_PLAIN
  import Foundation
  import TestSupport

  /// Changes texts that libFuzzer kept, and tests them. It does not measure which code each of them reaches, which would
  /// take most of the time, so there are several times as many attempts.
  ///
  /// Attempts are numbered: the same number with the same files gives the same attempt.
  @main struct PlainProgram {
    private static let variables = ProcessInfo.processInfo.environment
    /// The number of the current attempt, for the message when the program is stopped.
    nonisolated(unsafe) private static var number: UInt64 = 0

    static func main() {
      let name = variables["CALLORDER_FUZZ_TARGET"] ?? ""
      guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        print(
          "CALLORDER_FUZZ_TARGET is none of", FuzzTarget.all.map(\.name).joined(separator: ", "))
        exit(2)
      }
      func number(_ variable: String) -> UInt64? { variables[variable].flatMap { UInt64($0) } }
      let length = number("CALLORDER_FUZZ_LENGTH").map { Int($0) } ?? 256
      let known = inputs(in: CommandLine.arguments.dropFirst(), for: target, upTo: length)
      let first = number("CALLORDER_FUZZ_SEED") ?? 0
      let end = Date(timeIntervalSinceNow: Double(number("CALLORDER_FUZZ_SECONDS") ?? 60))
      tellNumberWhenStopped()
      var accepted: UInt64 = 0
      self.number = first
      // Reading the clock takes longer than an attempt.
      while self.number % 256 != 0 || Date() < end {
        let outcome = target.attempt(bytes(self.number, target, known, upTo: length))
        if outcome.isAccepted { accepted += 1 }
        if let complaint = outcome.complaint {
          print("\(name), attempt \(self.number): \(complaint)")
          exit(1)
        }
        self.number += 1
      }
      let count = self.number - first
      print(
        "\(name): \(count) executions, \(accepted * 100 / max(1, count)) % of them past the reader, from attempt \(first) on"
      )
    }

    private static func inputs(
      in folders: some Sequence<String>, for target: FuzzTarget, upTo length: Int
    ) -> [[UInt8]] {
      folders.flatMap { folder in
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
        return names.compactMap { $0 as? String }.sorted().compactMap {
          FileManager.default.contents(atPath: "\(folder)/\($0)").map { Array($0) }
        }
      }.filter { $0.count <= length && target.attempt($0).isAccepted }
    }

    /// The text that successive attempts change, and its parts.
    nonisolated(unsafe) private static var last: (text: [UInt8], parts: TextParts)?

    private static func bytes(
      _ seed: UInt64, _ target: FuzzTarget, _ known: [[UInt8]], upTo length: Int
    ) -> [UInt8] {
      var random = SeededGenerator(seed: seed)
      // Successive attempts change the same text, so that what is prepared for its grammar can be reused.
      var same = SeededGenerator(seed: seed / 64)
      func drawn(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      var input = known.randomElement(using: &same) ?? []
      if known.isEmpty {
        input = drawn(Int.random(in: 2...max(2, length), using: &same), using: &same)
        if target.mutation != .choices { return drawn(input.count, using: &random) }
      }
      if target.mutation == .choices {
        // The first choices are those of the grammar.
        let place = Int.random(in: min(2, input.count)...input.count, using: &random)
        let few = drawn(Int.random(in: 1...4, using: &random), using: &random)
        input.replaceSubrange(place..<min(place + few.count, input.count), with: few)
        return input
      }
      let isJSON = target.mutation == .json
      if last?.text != input { last = (input, TextParts(input, isJSON: isJSON)) }
      var mutator = TextMutator(input, parts: last?.parts, seed: random.next(), isJSON: isJSON)
      return mutator.mutated()
    }

    /// Prints the number in a signal handler, because a trap ends the program before anything else could print it.
    private static func tellNumberWhenStopped() {
      for stop in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
        signal(stop) { stop in
          var digits: [UInt8] = Array("stopped in attempt ".utf8)
          digits += Array(String(PlainProgram.number).utf8) + [0x0A]
          _ = write(2, digits, digits.count)
          signal(stop, SIG_DFL)
          raise(stop)
        }
      }
    }
  }
#endif
