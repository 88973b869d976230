import Foundation
import TestSupport
import TraceModel
import TraceReading

/// The sample traces of the project.
enum SampleTraces {
  /// The events of every sample in the project's own format without their process, each on one line.
  static let events: [[[UInt8]]] = {
    let folder = Repository.path("traces")
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
    let paths = names.compactMap { $0 as? String }.filter {
      ($0.hasSuffix(".json") || $0.hasSuffix(".jsonl")) && !$0.hasPrefix("formats")
    }
    return paths.sorted().compactMap { path in
      guard let bytes = Repository.bytes("traces/" + path) else { return nil }
      let reading = Reading(bytes, Reading.Manner())
      let lines = reading.events.map { event in
        event.text.map { $0 == 0x0A ? 0x20 : $0 }
      }
      return lines.isEmpty ? nil : lines
    }
  }()
}
