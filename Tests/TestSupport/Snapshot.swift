import Foundation
public import Testing

/// Compares text with a file next to the tests, byte for byte.
///
/// With `RECORD_SNAPSHOTS=1` in the environment, the file is overwritten and the test fails, so that a recording
/// run is never mistaken for a passing one.
/// - Parameters:
///   - bytes: the actual output.
///   - name: the snapshot's file name.
///   - testFile: the path of the test; the snapshot is in `Snapshots/` next to it.
public func expectSnapshot(
  _ bytes: [UInt8], named name: String, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let url = URL(filePath: testFile).deletingLastPathComponent()
    .appending(path: "Snapshots").appending(path: name)
  expectRecorded(bytes, at: url, named: name, sourceLocation: sourceLocation)
}

/// Compares text with a file of the project that the tests write, like a snapshot.
/// - Parameter path: the path, relative to the project's folder.
public func expectFile(
  _ bytes: [UInt8], at path: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let url = URL(filePath: Repository.path(path))
  expectRecorded(bytes, at: url, named: path, sourceLocation: sourceLocation)
}

private func expectRecorded(
  _ bytes: [UInt8], at url: URL, named name: String, sourceLocation: SourceLocation
) {
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(bytes).write(to: url)
    Issue.record(
      "recorded \(name); run again without RECORD_SNAPSHOTS", sourceLocation: sourceLocation)
    return
  }
  guard let expected = try? Data(contentsOf: url) else {
    Issue.record(
      "no snapshot \(name); record with RECORD_SNAPSHOTS=1", sourceLocation: sourceLocation)
    return
  }
  if Array(expected) == bytes { return }
  let expectedLines = String(decoding: expected, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  let lines = String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  let line = zip(expectedLines, lines).enumerated().first { $1.0 != $1.1 }?.offset
  let index = line ?? min(expectedLines.count, lines.count)
  Issue.record(
    """
    \(name) differs first in line \(index + 1)
    expected: \(index < expectedLines.count ? String(expectedLines[index]) : "(end)")
    actual:   \(index < lines.count ? String(lines[index]) : "(end)")
    """, sourceLocation: sourceLocation)
}

/// A page with short words in place of its style, its scripts and its packed report, which have their own tests and would
/// hide every other change; anything else as it is.
public func withStandIns(_ bytes: [UInt8]) -> [UInt8] {
  let text = String(decoding: bytes, as: UTF8.self)
  guard text.hasPrefix("<!DOCTYPE html>") else { return bytes }
  return Array(
    text.replacing(/(?s)<style>.*?<\/style>/, with: "<style>…</style>")
      .replacing(/(?s)<script>.*?<\/script>/, with: "<script>…</script>")
      .replacing(/id="report">[^<]*</, with: "id=\"report\">…<")
      .replacing(/'sha256-[^']+'/, with: "'sha256-…'").utf8)
}
