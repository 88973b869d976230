import Foundation
import TestSupport
import Testing

/// The sources use only API of the first versions that the manifest names. Compilers for Linux do not notice others.
@Suite("Apple's versions") struct AppleAvailabilityTests {
  /// What apps and their tests link.
  private static let appRows: [ManifestRow] = {
    let rows = ManifestRow.all()
    let reached = ManifestRow.productsForApps.reduce(into: Set()) {
      $0.formUnion(ManifestRow.reached(from: $1, in: rows))
    }
    return rows.filter { reached.contains($0.name) }
  }()

  @Test("what apps and their tests link has only API of iOS 15", .process)
  func apps() throws {
    try check(Self.appRows, on: "ios15.0-simulator")
  }

  @Test("every other target has only API of macOS 13, which is newer than iOS 15", .process)
  func tools() throws {
    try check(ManifestRow.all(), on: "macos13.0", but: Set(Self.appRows.map(\.name)))
  }

  @Test("API that is too new is noticed", .process)
  func tooNew() throws {
    let compiler = try AppleCompiler(for: "ios15.0-simulator")
    let folder = try TemporaryFolder()
    try folder.write(
      "func twice(_ text: String) -> Bool { text.contains(text + text) }", to: "a.swift")
    let errors = try compiler.add("Some", files: [folder.path("a.swift")])
    #expect(
      errors.count == 1 && errors[0].contains("only available in iOS 16.0 or newer"), "\(errors)")
  }

  /// - Parameter checked: what others need of these is made, but their bodies are not checked again.
  private func check(
    _ rows: [ManifestRow], on system: String, but checked: Set<String> = []
  ) throws {
    let compiler = try AppleCompiler(for: system)
    #expect(try compiler.addStandIns() == [])
    // The rows are in an order in which each needs only those before it. Nothing stands in for Swift Testing's macros.
    for row in rows
    where !row.isC && row.name != "CallOrderTesting"
      && !row.folder.hasPrefix("Sources/Tool/callorder")
    {
      let errors = try compiler.add(
        row.name, sources: row.folder, checksBodies: !checked.contains(row.name))
      #expect(errors == [], "\(row.name)")
    }
  }
}
