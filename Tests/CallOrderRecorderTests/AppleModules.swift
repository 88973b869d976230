import Foundation
import TestSupport
import Testing

/// Everything that is shipped for Apple's systems, type-checked against stand-ins of Apple's modules, under their names. Then
/// the code of an app can be type-checked against it.
struct AppleModules: @unchecked Sendable {
  /// The ways in which apps are built.
  static let ways: [[String]] = [
    ["-swift-version", "5"],
    ["-swift-version", "5", "-strict-concurrency=complete"],
    ["-swift-version", "6"],
    ["-swift-version", "6", "-default-isolation", "MainActor"],
    [
      "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
      "-enable-upcoming-feature", "ExistentialAny",
    ],
    // Release builds.
    ["-swift-version", "6", "-O"],
  ].map { $0.contains("-O") ? $0 : $0 + ["-D", "DEBUG"] }

  /// How the package itself is built.
  private static let ofPackage = [
    "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
    "MemberImportVisibility",
  ]

  static let shared = Result { try AppleModules() }

  private let folder: TemporaryFolder
  private let build: String

  private init() throws {
    folder = try TemporaryFolder()
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
    build = URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .path(percentEncoded: false)
    let own = ["-swift-version", "6"]
    try add("UIKit", sources: "Tests/UIKitStandIn", own)
    for name in [
      "ObjectiveC", "MachO", "os", "CloudKit", "UserNotifications", "XCTest", "CarPlay", "SwiftUI",
      "Flutter",
    ] {
      try add(name, file: "Tests/CallOrderRecorderTests/AppleStandIns/\(name).swift", own)
    }
    for name in ["SystemC", "AppSystem"] {
      try add(name, sources: "Sources/Reading/\(name)", Self.ofPackage)
    }
    for name in [
      "CallOrderRecorderCore", "CallOrderRecorder", "CallOrderLiveCheck", "CallOrderExpectations",
      "CallOrderXCTest",
      "CallOrderTesting",
    ] {
      try add(name, sources: "Sources/App/\(name)", Self.ofPackage)
    }
  }

  private func add(_ module: String, sources path: String, _ options: [String]) throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: Repository.path(path)).sorted()
    let files = all.filter { $0.hasSuffix(".swift") }.map { Repository.path("\(path)/\($0)") }
    try add(module, files, options)
  }

  private func add(_ module: String, file: String, _ options: [String]) throws {
    try add(module, [Repository.path(file)], options)
  }

  /// Type-checks a module, so that others can import it.
  private func add(_ module: String, _ files: [String], _ options: [String]) throws {
    // The package manager names the package after its folder.
    let package = URL(filePath: Repository.root).lastPathComponent.lowercased()
    let messages = try swiftc(
      [
        "-emit-module", "-module-name", module, "-o", folder.path("\(module).swiftmodule"),
        "-package-name", package, "-parse-as-library", "-D", "DEBUG",
      ] + options + files)
    guard messages.isEmpty else { throw Failure(description: "\(module): \(messages)") }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs the compiler with these modules before those of Linux.
  /// - Returns: its messages.
  func swiftc(_ arguments: [String]) throws -> String {
    let grammars = [
      "-Xcc", "-fmodule-map-file=\(build)/CGrammars.build/module.modulemap", "-Xcc",
      "-I" + Repository.path("Sources/Engine/CGrammars/include"),
    ]
    return try OtherPrograms.run(
      try #require(OtherPrograms.path(of: "swiftc")),
      arguments + ["-I", folder.path, "-I", "\(build)/Modules"] + grammars
    ).output
  }
}
