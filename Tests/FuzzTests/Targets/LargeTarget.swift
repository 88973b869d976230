import CallOrderKit
import Foundation
import TestSupport
import TraceFindings
import TraceReading
import TraceReporting

extension FuzzTarget {
  /// Sample recordings, spliced to 0.3 to 1.5 megabytes and damaged: one, two and three workers give the same report.
  static let large = FuzzTarget(name: "large", mutation: .choices) { bytes in
    var random = SeededGenerator(choices: bytes)
    let text = SplicedTrace(&random).bytes
    let reports = [1, 2, 3].map { jobs in
      let report = splicing.report(of: .bytes(text, name: "x"), jobs: jobs)
      return (report, report.render(as: .json))
    }
    for index in 1...2 where reports[index].1 != reports[0].1 {
      return .complaint("\(index + 1) workers report something different from one")
    }
    return reports[0].0.failures.isEmpty ? .accepted : .rejected
  }

  private static let splicing = PreparedChecker { options, _ in options.timeline = .upTo(5) }
}

/// A long trace of pieces of the sample traces, in any shape.
struct SplicedTrace {
  private(set) var bytes: [UInt8] = []

  /// The events of every sample, one per line.
  private static let samples: [[[UInt8]]] = SampleTraces.events
  /// The same without their processes, to which others are added: an event with two of them is invalid.
  private static let unnamed = samples.map { sample in
    sample.map { event in
      let text = String(decoding: event, as: UTF8.self)
      return Array(text.replacingOccurrences(of: "\"process\"", with: "\"recorded\"").utf8)
    }
  }

  init(_ random: inout SeededGenerator) {
    let size = Int.random(in: 300_000...1_500_000, using: &random)
    let isArray = Bool.random(using: &random)
    let separator = Array((isArray ? ",\n" : "\n").utf8)
    if isArray { bytes.append(UInt8(ascii: "[")) }
    // Padding makes batches end anywhere.
    let pad = Array(repeating: UInt8(ascii: " "), count: Int.random(in: 0...400, using: &random))
    let spoils = Int.random(in: 0..<3, using: &random) == 0
    var process = 0
    while bytes.count < size {
      guard let index = Self.samples.indices.randomElement(using: &random) else { return }
      let sample = Self.samples[index]
      let start = Int.random(in: 0...sample.count, using: &random)
      let end = Int.random(in: start...sample.count, using: &random)
      let renames = Bool.random(using: &random)
      process += 1
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        for number in start..<end {
          bytes += renames ? Self.named(Self.unnamed[index][number], process) : sample[number]
          bytes += pad + separator
        }
      }
    }
    if isArray {
      bytes.removeLast(separator.count)
      bytes.append(UInt8(ascii: "]"))
    }
    if spoils { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << 3 }
  }

  /// The event with a process.
  private static func named(_ event: [UInt8], _ process: Int) -> [UInt8] {
    if event.count < 3 { return event }
    return Array("{\"process\":\"p\(process)\",".utf8) + event.dropFirst()
  }
}
