// swift-tools-version: 6.2
import PackageDescription

/// A target in the folder of its group. A target imports only what its row names, and all of it: `HouseRulesTests` compares
/// the rows with the sources, because the package manager does not. Folders that C embeds are not looked into.
func room(
  _ group: String, _ name: String, _ needs: [Target.Dependency] = [], in embedded: [String] = []
) -> Target {
  .target(name: name, dependencies: needs, path: "Sources/\(group)/\(name)", exclude: embedded)
}

/// A program in the folder of its group.
func program(_ group: String, _ name: String, _ needs: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: needs, path: "Sources/\(group)/\(name)")
}

/// A library of the system.
func system(_ group: String, _ name: String, _ package: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(group)/\(name)", pkgConfig: package,
    providers: [.apt([apt]), .brew([package])])
}

/// A target of tests, with the folders of data in it. Tests may need anything that their target needs.
func tests(
  _ name: String, _ needs: [Target.Dependency] = [], data: [String] = [], package: Bool = true
) -> Target {
  .testTarget(
    name: name, dependencies: needs + ["TestSupport"], exclude: data, packageAccess: package)
}

// Data flows one way: bytes → events → findings → report → bytes. Each group comes after those that it needs.
let engine: [Target.Dependency] = ["TraceChecking", "TraceFindings", "TraceGrammar", "TraceModel"]
let reading: [Target.Dependency] = ["TraceJSON", "TraceReading", "TraceSystem"]
let recorder: [Target.Dependency] = ["CallOrderCore", "CallOrderRecorder", "CallOrderRecorderCore"]
let reports: [Target.Dependency] = ["TracePages", "TraceReporting"]
let tool: [Target.Dependency] = ["CallOrderCommand", "CallOrderCore", "CallOrderKit"]
let everything = engine + reading + reports + tool + ["ReportSamples", "TraceCauses"]
let targets: [Target] = [
  room("Engine", "CGrammars", in: ["Grammars", "Profiles", "UIScene"]),
  room("Engine", "TraceModel"),
  room("Engine", "TraceGrammar", ["CGrammars", "TraceModel"]),
  room("Engine", "TraceFindings", ["TraceModel"]),
  room("Engine", "TraceCauses", ["TraceFindings", "TraceGrammar", "TraceModel"]),
  room("Engine", "TraceChecking", ["TraceFindings", "TraceGrammar", "TraceModel"]),

  system("Reading", "CJansson", "jansson", apt: "libjansson-dev"),
  system("Reading", "CZlib", "zlib", apt: "zlib1g-dev"),
  room("Reading", "SystemC"),
  room("Reading", "AppSystem", ["SystemC"]),
  room("Reading", "TraceSystem", ["AppSystem", "SystemC"]),
  room("Reading", "TraceJSON", ["CJansson"]),
  room("Reading", "TraceReading", ["CZlib", "TraceJSON", "TraceModel"]),

  // What an app links, and its tests: no library of the system, and none of the files below.
  room("App", "CallOrderEvents"),
  room("App", "CallOrderCore", engine + ["CallOrderEvents", "TraceCauses"]),
  room("App", "CallOrderRecorderCore", ["AppSystem", "CallOrderEvents"]),
  room("App", "CallOrderRecorder", ["AppSystem", "CallOrderRecorderCore"]),
  room("App", "CallOrderLiveCheck", engine + recorder + ["AppSystem"]),
  room("App", "CallOrderExpectations", engine + recorder + ["AppSystem"]),
  room("App", "CallOrderTesting", ["CallOrderExpectations", "CallOrderRecorder"]),
  room("App", "CallOrderXCTest", ["AppSystem", "CallOrderExpectations", "CallOrderRecorder"]),

  room("Reports", "CProgramFiles", ["CGrammars"], in: ["integration", "page", "texts"]),
  room(
    "Reports", "TracePages",
    ["CProgramFiles", "CZlib", "TraceFindings", "TraceGrammar", "TraceModel"]),
  room(
    "Reports", "TraceReporting",
    ["TraceFindings", "TraceGrammar", "TraceJSON", "TraceModel", "TracePages"]),

  room(
    "Tool", "CallOrderKit",
    engine + ["CallOrderCore", "TraceCauses", "TraceReading", "TraceReporting", "TraceSystem"]),
  room(
    "Tool", "CallOrderCommand", engine + reading + reports + ["CallOrderCore", "CallOrderKit"]),
  program("Tool", "callorder", ["CallOrderCommand", "TraceSystem"]),
  program(
    "Tool", "callorder-bench",
    engine + [
      "CallOrderCore", "CallOrderKit", "CallOrderRecorder", "TestSupport", "TraceJSON",
      "TraceReading",
    ]),

  .target(name: "TestSupport", dependencies: ["TraceFindings"], path: "Tests/TestSupport"),
  .target(
    name: "ReportSamples",
    dependencies: engine + ["CallOrderKit", "TestSupport", "TraceReporting"],
    path: "Tests/ReportSamples", exclude: ["Recordings"]),
  tests("TraceModelTests", ["TraceModel"], data: ["Snapshots"]),
  tests("TraceJSONTests", ["TraceJSON"]),
  tests("TraceSystemTests", ["TraceSystem"]),
  tests("TraceReadingTests", ["TraceJSON", "TraceModel", "TraceReading"], data: ["Cases"]),
  tests(
    "TraceGrammarTests", ["TraceGrammar", "TraceModel"], data: ["Cases", "Grammars", "Snapshots"]),
  tests("TraceFindingsTests", ["ReportSamples", "TraceFindings", "TraceModel"]),
  tests("TraceCheckingTests", engine + ["TraceReading"], data: ["Cases"]),
  tests(
    "TracePagesTests", everything + ["CZlib"],
    data: ["Browser", "Diagrams/Snapshots", "Diagrams/sample.lifecycle", "Snapshots"]),
  tests("TraceReportingTests", everything, data: ["Comparison/Snapshots", "Snapshots"]),
  tests("CompressionTests", ["CZlib", "TraceReading"]),
  tests("CallOrderCoreTests", ["CallOrderCore"], package: false),
  tests("CallOrderKitTests", ["CallOrderKit"]),
  tests(
    "CallOrderCommandTests", everything + ["CallOrderRecorder"],
    data: ["Causes/App", "Corpus", "Debugger", "Snapshots", "Spark"]),
  tests("CallOrderRecorderCoreTests", ["CallOrderKit", "CallOrderRecorderCore"]),
  tests(
    "CallOrderTestingTests", ["CallOrderKit", "CallOrderTesting", "CallOrderXCTest"],
    data: ["Golden"]),
  tests("HouseRulesTests", data: ["Prose"]),
  tests("AppleAvailability", data: ["StandIns"]),
  tests("FuzzTests", everything, data: ["Finds", "Program", "Seeds"]),
]

let package = Package(
  name: "callorder",
  platforms: [.iOS(.v15), .tvOS(.v15), .visionOS(.v1), .watchOS(.v8), .macOS(.v13)],
  products: [
    "CallOrderCore", "CallOrderKit", "CallOrderLiveCheck", "CallOrderRecorder", "CallOrderTesting",
    "CallOrderXCTest",
  ].map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "callorder", targets: ["callorder"])
  ],
  targets: targets, swiftLanguageModes: [.v6],
  // For `#embed`.
  cLanguageStandard: .c2x)

// A new compiler's warnings are no errors for a package that depends on this one by path. It is built from its own folder.
let isRoot = Context.environment["PWD"] == Context.packageDirectory

// On Linux, a module with the same declarations as UIKit lets the tests compile and run code that is written for UIKit.
// Elsewhere it must not even be built, because its names are Apple's. A package that depends on this one does not get it:
// its recordings would be those of an iPhone that does not exist.
#if os(Linux)
  if isRoot {
    package.targets.first { $0.name == "CallOrderRecorder" }?.dependencies.append("UIKitStandIn")
    package.targets += [
      .target(name: "UIKitStandIn", path: "Tests/UIKitStandIn"),
      tests(
        "CallOrderRecorderTests",
        recorder + ["CallOrderExpectations", "CallOrderKit", "CallOrderLiveCheck", "UIKitStandIn"],
        data: ["App-Swift.h", "AppleStandIns", "Cases", "StandIns.h", "function-names.txt"]),
      // The recorder that `callorder init recorder` writes, in the same app as the library.
      tests("PastedRecorderTests", ["CallOrderRecorder", "UIKitStandIn"]),
    ]
  }
#endif

// The program that libFuzzer drives, for `make fuzz` alone, because it needs libFuzzer's sanitizer. `core` fuzzes only the
// reader and the checker and instruments nothing else, because libFuzzer looks at all instrumented code after each attempt.
// `plain` instruments nothing and needs no libFuzzer.
let fuzzing = Context.environment["CALLORDER_FUZZ_PROGRAM"]
let isFuzzCore = fuzzing == "core" || fuzzing == "plain"
let fuzzed = ["TraceChecking", "TraceJSON", "TraceModel", "TraceReading"]
if fuzzing != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "callorder-fuzz",
      dependencies: (isFuzzCore ? engine + ["TraceReading"] : everything) + ["TestSupport"],
      path: "Tests/FuzzTests",
      exclude: ["Finds", "FindsTests.swift", "MutationTests.swift", "Seeds", "WaysTests.swift"]
        + (isFuzzCore ? ["Targets", "Reading/ForeignReading.swift"] : []),
      linkerSettings: fuzzing == "core" ? [.unsafeFlags(["-sanitize=fuzzer"])] : nil))
}

// The engine rounds numbers, and only Foundation would link the library that does it.
package.targets.first { $0.name == "TraceChecking" }?.linkerSettings = [
  .linkedLibrary("m", .when(platforms: [.linux]))
]

// In the build of `make test`, only what computes is optimized: for all the rest, optimizing takes longer than the tests.
let isForTests = Context.environment["CALLORDER_BUILD"] == "tests"
let computing = [
  "TraceModel", "TraceGrammar", "TraceJSON", "TraceReading", "TraceFindings", "TraceChecking",
  "ReportSamples",
]

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (isRoot ? [.treatAllWarnings(as: .error)] : []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  if isForTests, !computing.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
  }
  // Apps import UIKit, and so does what is pasted into them. Linux does not have what comes with both it and Testing.
  if ["CallOrderRecorderTests", "PastedRecorderTests"].contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags([
        "-module-alias", "UIKit=UIKitStandIn", "-Xfrontend", "-disable-cross-import-overlays",
      ]))
  }
  if isFuzzCore { target.swiftSettings?.append(.define("CALLORDER_FUZZ_CORE")) }
  if fuzzing == "plain" { target.swiftSettings?.append(.define("CALLORDER_FUZZ_PLAIN")) }
  if fuzzing == "core", fuzzed.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
  }
}
