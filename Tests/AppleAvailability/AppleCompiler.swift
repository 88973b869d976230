import Foundation
import TestSupport
import Testing

/// Type-checks modules for one of Apple's systems without its SDK.
///
/// The interfaces of Swift's library in the toolchain for Linux say in which version of Apple's systems something came. They
/// compile for these systems after a few edits. Apple's modules are stand-ins.
struct AppleCompiler {
  private let folder: TemporaryFolder
  private let compiler: String
  /// The folder of Swift's library in the toolchain.
  private let library: String
  private let target: String
  private let isPhone: Bool

  #if arch(arm64)
    private static let processor = "arm64"
  #else
    private static let processor = "x86_64"
  #endif
  /// The modules of Swift's library, each after those that it needs.
  private static let modules = ["Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport"]
  /// The folders of the headers of jansson and zlib. All of it would hide the stand-ins.
  private static let includes = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]

  /// - Parameter system: the end of a target triple, such as `macos13.0`.
  init(for system: String) throws {
    compiler = URL(filePath: try #require(OtherPrograms.path(of: "swiftc")))
      .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "swift-frontend")
      .path(percentEncoded: false)
    library =
      URL(filePath: compiler).deletingLastPathComponent().deletingLastPathComponent()
      .path(percentEncoded: false) + "lib/swift"
    target = "\(Self.processor)-apple-\(system)"
    isPhone = system.hasPrefix("ios")
    folder = try TemporaryFolder()
    try folder.link("shims", to: library + "/shims")
    try folder.link("clang", to: library + "/clang")
    for module in Self.modules { try adapt(module) }
    try addHeaders()
  }

  /// Writes the interface of one of Swift's modules so that it compiles for the system.
  private func adapt(_ module: String) throws {
    let source = "\(library)/linux/\(module).swiftmodule"
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
    let name = try #require(
      names.first { $0.hasSuffix(".swiftinterface") && !$0.contains(".private.") })
    let own = isPhone ? "apple-ios-simulator" : "apple-macos"
    let newest = isPhone ? "apple-ios26.0-simulator" : "apple-macos26.0"
    var text = try String(contentsOfFile: "\(source)/\(name)", encoding: .utf8)
    // Only declarations matter, and the bodies of inlinable functions take ten times as long to compile.
    text.replace(
      "// swift-module-flags: ",
      with: "// swift-module-flags: -experimental-skip-all-function-bodies ")
    text.replace(" -O ", with: " -Onone ")
    text.replace(/-target \S+/, with: "-target \(Self.processor)-\(newest)")
    // Linux has no bodies for what is deployed back. Availability is another attribute, and stays.
    text.replace(/@backDeployed\(before:[^)]*\)/, with: "")
    text.replace(
      /\n\s*(?:@available\([^\n]*\)\n\s*)?@_implements\(_Concurrency\.Async\w+, Failure\)[^\n]*/,
      with: "")
    let platform = isPhone ? "iphonesimulator" : "macosx"
    try folder.write(
      text, to: "\(platform)/\(module).swiftmodule/\(Self.processor)-\(own).swiftinterface")
  }

  /// The C modules: the stand-in of the system's, and the project's own.
  private func addHeaders() throws {
    try folder.link("Darwin.h", to: Repository.path("Tests/AppleAvailability/StandIns/Darwin.h"))
    for name in ["stdio", "stdlib", "string", "unistd", "sys/types"] {
      try folder.write("#include \"\(folder.path("Darwin.h"))\"\n", to: "\(name).h")
    }
    for name in ["jansson.h", "jansson_config.h", "zlib.h", "zconf.h"] {
      let found = Self.includes.map { "\($0)/\(name)" }.first(where: FileManager.default.fileExists)
      if let found { try folder.link(name, to: found) }
    }
    // Another header includes it by its name.
    try folder.link(
      "CGrammars.h", to: Repository.path("Sources/Engine/CGrammars/include/CGrammars.h"))
    var map = "module CDarwin [system] { header \"Darwin.h\" export * }\n"
    for (module, header) in [
      ("CGrammars", "Engine/CGrammars/include/CGrammars.h"),
      ("CProgramFiles", "Reports/CProgramFiles/include/CProgramFiles.h"),
      ("CJansson", "Reading/CJansson/shim.h"), ("CZlib", "Reading/CZlib/shim.h"),
    ] {
      map += "module \(module) { header \"\(Repository.path("Sources/" + header))\" export * }\n"
    }
    try folder.write(map, to: "module.modulemap")
  }

  /// Adds Apple's modules.
  /// - Returns: the compiler's errors.
  func addStandIns() throws -> [String] {
    let own = Repository.path("Tests/AppleAvailability/StandIns")
    var errors = try add("Darwin", files: ["\(own)/Darwin.swift"])
    errors += try add("Foundation", files: ["\(own)/Foundation.swift"])
    if isPhone { errors += try add("UIKit", sources: "Tests/UIKitStandIn") }
    for name in ["MachO", "ObjectiveC", "os", "CloudKit", "UserNotifications", "XCTest"] {
      let file = Repository.path("Tests/CallOrderRecorderTests/AppleStandIns/\(name).swift")
      errors += try add(name, files: [file])
    }
    return errors
  }

  /// Type-checks all Swift files below a folder of the project, and makes a module of them for those that import it.
  /// - Returns: the compiler's errors.
  func add(_ module: String, sources: String, checksBodies: Bool = true) throws -> [String] {
    try add(
      module,
      files: Repository.paths(below: sources).filter {
        $0.hasSuffix(".swift") && !$0.contains(".docc/")
      }
      .map { Repository.path("\(sources)/\($0)") }, checksBodies: checksBodies)
  }

  func add(_ module: String, files: [String], checksBodies: Bool = true) throws -> [String] {
    // The module alone would be made of compiled functions, which takes five times as long.
    try (checksBodies ? compile(module, files: files, to: ["-typecheck"]) : [])
      + compile(
        module, files: files,
        to: [
          "-emit-module", "-o", folder.path("\(module).swiftmodule"),
          "-experimental-skip-non-inlinable-function-bodies",
          // Otherwise modules that need one with errors would not be checked.
          "-experimental-allow-module-with-compiler-errors",
        ])
  }

  private func compile(_ module: String, files: [String], to mode: [String]) throws -> [String] {
    let arguments =
      ["-frontend"] + mode + [
        "-module-name", module, "-package-name", "callorder", "-D", "DEBUG", "-parse-as-library",
        "-swift-version",
        "6", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
        "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility", "-target",
        target, "-sdk", folder.path, "-resource-dir", folder.path, "-module-cache-path",
        folder.path("cache"), "-I", folder.path, "-disable-objc-interop", "-plugin-path",
        library + "/host/plugins", "-Xcc", "-nostdinc", "-Xcc", "-isystem", "-Xcc",
        library + "/clang/include", "-Xcc", "-isystem", "-Xcc", folder.path,
      ]
    return try OtherPrograms.run(compiler, arguments + files).output
      .split(separator: "\n").map(String.init)
      // The source is shown below each error, with the error again.
      .filter { $0.contains("error:") && !$0.hasPrefix(" ") }
  }
}
