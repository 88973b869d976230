import TestSupport
import Testing

/// Unsafe code says why it holds.
@Suite("Unsafe code") struct SafetyTests {
  @Test("a source with unsafe code says why it holds")
  func safety() {
    let marks = [
      "UnsafeMutable", "UnsafeRaw", "UnsafeBuffer", "UnsafePointer", ".pointee", "unsafeAddress",
      "assumingMemoryBound", "@unchecked Sendable",
    ]
    var found = 0
    for file in SourceFile.all(in: "Sources") {
      // A comment may name such a type without using it.
      let code = file.lines.filter { !(SourceFile.words(of: $0).first?.hasPrefix("//") ?? false) }
      guard code.contains(where: { line in marks.contains { line.contains($0) } }) else { continue }
      found += 1
      let hasReason = file.lines.contains { $0.contains("// SAFETY: ") }
      #expect(hasReason, "\(file)")
    }
    #expect(found > 50)
  }
}
