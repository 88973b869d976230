import Foundation
import TestSupport
import Testing

/// What the manifest means for packages that depend on this one.
@Suite("A package that depends on this one", .process) struct DependentPackageTests {
  @Test("has no warnings as errors")
  func warnings() throws {
    let root = String(Repository.root.dropLast())
    #expect(try manifest(from: root).contains("treatAllWarnings"))
    #expect(try !manifest(from: NSTemporaryDirectory()).contains("treatAllWarnings"))
  }

  #if os(Linux)
    @Test("does not get what stands in for UIKit")
    func standIn() throws {
      #expect(try manifest(from: String(Repository.root.dropLast())).contains("UIKitStandIn"))
      #expect(try !manifest(from: NSTemporaryDirectory()).contains("UIKitStandIn"))
    }

    @Test("links a program that uses only CallOrderCore, and not Foundation")
    func links() throws {
      let reached = ManifestRow.reached(from: "CallOrderCore", in: ManifestRow.all())
      let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
      let build = URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
        .path(percentEncoded: false)
      // Objects of sources that are gone may still be there.
      let objects = ManifestRow.all().filter { reached.contains($0.name) }.flatMap { row in
        SourceFile.files(in: row.folder, endingIn: [".swift", ".c"]).map { file in
          let name = URL(filePath: file.path).lastPathComponent
          return "\(build)/\(row.name).build/\(name).o"
        }
      }.filter { FileManager.default.fileExists(atPath: $0) }
      let folder = try TemporaryFolder()
      try folder.write(
        """
        import CallOrderCore
        var checker = LiveChecker(grammar: .uiScene())
        _ = checker.feed(RecordedEvent("sceneDidBecomeActive(_:)", session: "A"))
        print(checker.finish())
        """, to: "main.swift")
      let output = try run(
        "swiftc",
        [folder.path("main.swift"), "-o", folder.path("program"), "-I", "\(build)/Modules"]
          + cGrammars(build) + objects + libraries(of: reached))
      #expect(output == "")
      #expect(try run(folder.path("program"), []).hasPrefix("live: "))
    }

    /// How the compiler finds the C module.
    private func cGrammars(_ build: String) -> [String] {
      [
        "-Xcc", "-fmodule-map-file=\(build)/CGrammars.build/module.modulemap", "-Xcc",
        "-I" + Repository.path("Sources/Engine/CGrammars/include"),
      ]
    }

    /// The options for the libraries that the manifest links.
    private func libraries(of targets: Set<String>) throws -> [String] {
      let json = try JSONSerialization.jsonObject(with: Data(manifest(from: "/").utf8))
      let rows = (json as? [String: Any])?["targets"] as? [[String: Any]] ?? []
      return rows.filter { targets.contains($0["name"] as? String ?? "") }
        .flatMap { $0["settings"] as? [[String: Any]] ?? [] }
        .compactMap { ($0["kind"] as? [String: Any])?["linkedLibrary"] as? [String: String] }
        .flatMap { $0.values.map { "-l" + $0 } }
    }
  #endif

  /// The manifest as JSON, as the package manager reads it from a folder.
  private func manifest(from folder: String) throws -> String {
    let scratch = try TemporaryFolder()
    return try run(
      "swift",
      [
        "package", "--package-path", Repository.root, "--scratch-path", scratch.path,
        "dump-package",
      ],
      ["PWD": folder])
  }

  /// Runs a program.
  /// - Returns: its output.
  private func run(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: OtherPrograms.path(of: program) ?? program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
