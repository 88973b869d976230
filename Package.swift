// swift-tools-version: 6.2
import PackageDescription

/// A target in the folder of its group. A target imports only what its row names, and all of it: `HouseRulesTests` compares
/// the rows with the sources, because the package manager does not.
func room(_ group: String, _ name: String, _ needs: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: needs, path: "Sources/\(group)/\(name)")
}

/// A target of C that carries files. Its folders are only embedded, so the package manager must not look into them.
func files(_ group: String, _ name: String, _ needs: [Target.Dependency] = [], in folders: [String])
  -> Target
{
  .target(name: name, dependencies: needs, path: "Sources/\(group)/\(name)", exclude: folders)
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
  _ name: String, _ needs: [Target.Dependency], data: [String] = [], packageAccess: Bool = true
) -> Target {
  .testTarget(name: name, dependencies: needs, exclude: data, packageAccess: packageAccess)
}

// Data flows one way: bytes → events → findings → report → bytes. Each group comes after those that it needs.
let engine: [Target.Dependency] = ["TraceChecking", "TraceFindings", "TraceGrammar", "TraceModel"]
let reading: [Target.Dependency] = ["TraceJSON", "TraceReading", "TraceSystem"]
let everything: [Target.Dependency] =
  engine + reading + [
    "CallOrderCommand", "CallOrderCore", "CallOrderKit", "ReportSamples", "TestSupport",
    "TracePages", "TraceReporting",
  ]
let targets: [Target] = [
  files("Engine", "CGrammars", in: ["Grammars", "Profiles", "UIScene"]),
  room("Engine", "TraceModel"),
  room("Engine", "TraceGrammar", ["CGrammars", "TraceModel"]),
  room("Engine", "TraceFindings", ["TraceModel"]),
  room("Engine", "TraceChecking", ["TraceFindings", "TraceGrammar", "TraceModel"]),

  system("Reading", "CJansson", "jansson", apt: "libjansson-dev"),
  system("Reading", "CZlib", "zlib", apt: "zlib1g-dev"),
  room("Reading", "AppSystem"),
  room("Reading", "TraceSystem", ["AppSystem"]),
  room("Reading", "TraceJSON", ["CJansson"]),
  room("Reading", "TraceReading", ["TraceJSON", "TraceModel"]),

  // What an app links, and its tests: no library of the system, and none of the files below.
  room("App", "CallOrderCore", engine),
  room("App", "CallOrderRecorderCore", ["AppSystem"]),
  room("App", "CallOrderRecorder", ["AppSystem", "CallOrderRecorderCore"]),
  room(
    "App", "CallOrderLiveCheck",
    ["CallOrderCore", "CallOrderRecorder", "CallOrderRecorderCore", "TraceFindings", "TraceModel"]),
  room(
    "App", "CallOrderExpectations",
    engine + ["AppSystem", "CallOrderCore", "CallOrderRecorder", "CallOrderRecorderCore"]),
  room("App", "CallOrderTesting", ["CallOrderExpectations", "CallOrderRecorder"]),
  room("App", "CallOrderXCTest", ["AppSystem", "CallOrderExpectations", "CallOrderRecorder"]),

  files("Reports", "CProgramFiles", ["CGrammars"], in: ["integration", "page"]),
  room("Reports", "TracePages", ["CProgramFiles", "TraceFindings", "TraceGrammar", "TraceModel"]),
  room(
    "Reports", "TraceReporting",
    ["TraceFindings", "TraceGrammar", "TraceJSON", "TraceModel", "TracePages"]),

  room("Tool", "CallOrderKit", engine + reading + ["CZlib", "CallOrderCore", "TraceReporting"]),
  room(
    "Tool", "CallOrderCommand",
    engine + reading + ["CallOrderCore", "CallOrderKit", "TracePages", "TraceReporting"]),
  program("Tool", "callorder", ["CallOrderCommand", "TraceSystem"]),
  program(
    "Tool", "callorder-bench",
    engine + reading + [
      "CallOrderCore", "CallOrderKit", "CallOrderLiveCheck", "CallOrderRecorder",
      "CallOrderRecorderCore",
      "TraceReporting",
    ]),

  .target(name: "TestSupport", dependencies: ["TraceFindings"], path: "Tests/TestSupport"),
  .target(
    name: "ReportSamples",
    dependencies: ["TestSupport", "TraceFindings", "TraceGrammar", "TraceModel", "TraceReporting"],
    path: "Tests/ReportSamples"),
  tests("TraceModelTests", ["TestSupport", "TraceModel"], data: ["Snapshots"]),
  tests("TraceJSONTests", ["TestSupport", "TraceJSON"]),
  tests("TraceSystemTests", ["TestSupport", "TraceSystem"]),
  tests("TraceReadingTests", ["TestSupport", "TraceJSON", "TraceModel", "TraceReading"]),
  tests(
    "TraceGrammarTests", ["TestSupport", "TraceGrammar", "TraceModel"],
    data: ["Grammars", "Snapshots"]),
  tests("TraceFindingsTests", ["ReportSamples", "TestSupport", "TraceFindings", "TraceModel"]),
  tests("TraceCheckingTests", engine + ["TestSupport", "TraceReading"]),
  tests("TracePagesTests", everything, data: ["Browser", "Diagrams/Snapshots", "Snapshots"]),
  tests("TraceReportingTests", everything, data: ["Comparison/Snapshots", "Snapshots"]),
  tests("CompressionTests", ["CZlib", "CallOrderKit", "TestSupport", "TraceReading"]),
  tests("CallOrderCoreTests", ["CallOrderCore"], packageAccess: false),
  tests("CallOrderKitTests", ["CallOrderKit", "TestSupport"], packageAccess: false),
  tests("CallOrderCommandTests", everything, data: ["Corpus", "Snapshots", "Spark"]),
  tests("CallOrderRecorderCoreTests", ["CallOrderKit", "CallOrderRecorderCore", "TestSupport"]),
  tests(
    "CallOrderTestingTests",
    ["CallOrderKit", "CallOrderTesting", "CallOrderXCTest", "TestSupport"], data: ["Golden"]),
  tests("HouseRulesTests", ["TestSupport"], data: ["Prose"]),
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

// On Linux, a module with the same declarations as UIKit lets the tests compile and run code that is written for UIKit.
// Elsewhere it must not even be built, because its names are Apple's.
#if os(Linux)
  package.targets.first { $0.name == "CallOrderRecorder" }?.dependencies.append("UIKitStandIn")
  package.targets += [
    .target(name: "UIKitStandIn", path: "Tests/UIKitStandIn"),
    tests(
      "CallOrderRecorderTests",
      [
        "CallOrderExpectations", "CallOrderKit", "CallOrderLiveCheck", "CallOrderRecorderCore",
        "TestSupport", "UIKitStandIn",
      ],
      data: ["App-Swift.h", "AppleStandIns", "StandIns.h"]),
    // The recorder that `callorder init recorder` writes, in the same app as the library.
    tests("PastedRecorderTests", ["CallOrderRecorder", "TestSupport", "UIKitStandIn"]),
  ]
#endif

// The program that libFuzzer drives. Only `make fuzz` builds it, because it needs libFuzzer's sanitizer. With the value
// `core` it fuzzes only the reader and the checker, and only their code is instrumented, because libFuzzer looks at all
// instrumented code after each attempt. With `plain` nothing is instrumented, and libFuzzer is not needed.
let fuzzProgram = Context.environment["CALLORDER_FUZZ_PROGRAM"]
let isFuzzCore = fuzzProgram == "core" || fuzzProgram == "plain"
let fuzzed = ["TraceChecking", "TraceJSON", "TraceModel", "TraceReading"]
if fuzzProgram != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "callorder-fuzz",
      dependencies: isFuzzCore
        ? [
          "TestSupport", "TraceChecking", "TraceFindings", "TraceGrammar", "TraceModel",
          "TraceReading",
        ] : everything,
      path: "Tests/FuzzTests",
      exclude: ["Finds", "FindsTests.swift", "MutationTests.swift", "Seeds", "WaysTests.swift"]
        + (isFuzzCore ? ["Targets", "Reading/ForeignReading.swift"] : []),
      linkerSettings: fuzzProgram == "core" ? [.unsafeFlags(["-sanitize=fuzzer"])] : nil))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if target.name == "callorder-fuzz", isFuzzCore {
    target.swiftSettings?.append(.define("CALLORDER_FUZZ_CORE"))
    if fuzzProgram == "plain" { target.swiftSettings?.append(.define("CALLORDER_FUZZ_PLAIN")) }
  }
  if fuzzProgram == "core", fuzzed.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
  }
}
