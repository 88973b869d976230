import TestSupport

/// A trace of several batches, with many faults, in any shape.
struct LongTrace: Sendable {
  /// The lines, each one event.
  var lines: [String]

  /// Generates lives, swaps some neighboring events, and pads every line so that batches fill up quickly.
  init(seed: UInt64, processes: Int = 30) {
    var style = LifeGenerator.Style()
    style.processes = processes...processes
    style.steps = 20...40
    var generator = LifeGenerator(seed: seed, style: style)
    var random = SeededGenerator(seed: seed)
    lines = generator.life().map(\.line)
    for _ in 0..<(lines.count / 10) {
      let place = Int.random(in: 1..<lines.count, using: &random)
      lines.swapAt(place - 1, place)
    }
    lines = lines.enumerated().map { index, line in
      let size = Int.random(in: 100...1_500, using: &random)
      // Some lines can be read only by jansson, not by the fast reader.
      let note = index % 37 == 0 ? "\\u0041é" : ""
      return line.dropLast()
        + ",\"index\":\(index),\"note\":\"\(note)\(String(repeating: "x", count: size))\"}"
    }
  }

  /// How the lines are combined into a text.
  enum Shape: CaseIterable { case lines, linesAfterHeader, array, document }

  func text(_ shape: Shape) -> String {
    let metadata = "\"format\":\"callorder.trace/1\",\"metadata\":{\"os\":\"iOS 18.4\"}"
    return switch shape {
    case .lines: lines.joined(separator: "\n") + "\n"
    case .linesAfterHeader: "{\(metadata)}\n" + lines.joined(separator: "\r\n\n")
    case .array: "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    case .document: "{\(metadata),\"events\":[" + lines.joined(separator: ", ") + "]}"
    }
  }
}
