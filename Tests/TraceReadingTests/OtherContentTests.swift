import Testing
import TraceModel

@testable import TraceReading

@Suite("Files that look like traces but are not") struct OtherContentTests {
  private static func wide(_ text: String, _ size: Int, isLittle: Bool, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: unit >> UInt32($0 * 8)) }
      return isLittle ? bytes : bytes.reversed()
    }
  }

  static let samples: [(bytes: [UInt8], beginning: String)] = {
    var samples: [(bytes: [UInt8], beginning: String)] = []
    for isLittle in [true, false] {
      for mark in [true, false] {
        for (size, name) in [(2, "UTF-16"), (4, "UTF-32")] {
          let bytes = wide("[{\"callback\"", size, isLittle: isLittle, mark: mark)
          let order = mark ? "" : isLittle ? "LE" : "BE"
          samples.append(
            (
              bytes,
              "this is \(name), as PowerShell writes it; a trace is UTF-8: convert it, for example with"
                + " iconv -f \(name)\(order) -t"
            ))
        }
      }
    }
    return samples + [
      (
        [0x1F, 0x8B, 8, 0], "this is compressed with gzip; unpack it first, for example with gunzip"
      ),
      (Array("PK\u{3}\u{4}".utf8), "this is compressed with zip"),
      ([0x28, 0xB5, 0x2F, 0xFD, 4], "this is compressed with zstd"),
      (Array("\u{1E}{\"callback\":\"x\"}\n".utf8), "this is a JSON text sequence"),
      (Array("bplist00".utf8), "this is a binary property list; convert it"),
      (
        Array("<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"\">\n<plist>".utf8),
        "this is a property list in XML; convert it"
      ),
      (Array("<?xml version=\"1.0\"?>\n<testsuites>".utf8), "this is XML"),
      (Array("<!DOCTYPE html>\n<html>".utf8), "this is a web page"),
      ([0x00, 0x10, 0x00, 0x00, 0x11], "this is the store of the unified log"),
    ]
  }()

  @Test("are reported by their kind", arguments: samples, [1, 1 << 20])
  func kinds(sample: (bytes: [UInt8], beginning: String), step: Int) {
    let error = Reading(sample.bytes, Reading.Manner(step: step)).error
    #expect(error?.message.hasPrefix(sample.beginning) ?? false, "\(error?.message ?? "")")
    #expect(error?.position == .start)
  }
}
