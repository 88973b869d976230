// swift-tools-version: 6.2
import PackageDescription

// What the fuzz targets test. The links `Reading` and `Checking` point to reference code that is shared with other tests.
let fuzzDependencies: [Target.Dependency] = [
  "CallOrderCommand", "CallOrderKit", "ReportSamples", "TestSupport", "TraceChecking",
  "TraceComparison", "TraceDiagnostics", "TraceFindings", "TraceGrammar", "TraceJSON", "TraceModel",
  "TraceReading", "TraceReportJSON", "TraceReporting", "TraceSystem", "TraceWriting",
]

let fuzzCoreDependencies: [Target.Dependency] = [
  "TestSupport", "TraceChecking", "TraceDiagnostics", "TraceFindings", "TraceGrammar", "TraceModel",
  "TraceReading",
]

// The targets that are instrumented for libFuzzer in the program that fuzzes only the reader and the checker.
let fuzzCoreInstrumented = [
  "TraceAutomata", "TraceChecking", "TraceJSON", "TraceModel", "TraceReading",
]

// Data flows one way: bytes → events → findings → report → bytes. Each step is a target, so that the
// compiler enforces the arrows: a target can only import its dependencies.
let package = Package(
  name: "callorder",
  platforms: [.iOS(.v15), .tvOS(.v15), .visionOS(.v1), .watchOS(.v8), .macOS(.v13)],
  products: [
    .library(name: "CallOrderCore", targets: ["CallOrderCore"]),
    .library(name: "CallOrderKit", targets: ["CallOrderKit"]),
    .library(name: "CallOrderRecorder", targets: ["CallOrderRecorder"]),
    .library(name: "CallOrderTesting", targets: ["CallOrderTesting"]),
    .library(name: "CallOrderXCTest", targets: ["CallOrderXCTest"]),
    .executable(name: "callorder", targets: ["callorder"]),
  ],
  targets: [
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CEmbedded", exclude: ["Grammars", "Tables", "UIScene", "integration", "page"]),
    .target(name: "CPrefetch"),
    .target(name: "EmbeddedFiles", dependencies: ["CEmbedded"]),
    .target(name: "TraceJSON", dependencies: ["CJansson"]),
    .target(name: "TraceSystem"),
    .target(name: "TraceDiagnostics"),
    .target(name: "TypedIDs"),
    .target(name: "TraceModel"),
    .target(name: "TraceReading", dependencies: ["TraceDiagnostics", "TraceJSON", "TraceModel"]),
    .target(name: "TraceCompression", dependencies: ["CZlib", "TraceReading", "TraceSystem"]),
    .target(name: "TraceAutomata", dependencies: ["TypedIDs"]),
    .target(
      name: "TraceGrammar",
      dependencies: ["EmbeddedFiles", "TraceDiagnostics", "TraceModel", "TypedIDs"]),
    .target(name: "TraceFindings", dependencies: ["TraceDiagnostics", "TraceModel"]),
    .target(
      name: "TraceChecking",
      dependencies: [
        "CPrefetch", "EmbeddedFiles", "TraceAutomata", "TraceDiagnostics", "TraceFindings",
        "TraceGrammar", "TraceModel",
      ]),
    .target(
      name: "CallOrderCore",
      dependencies: [
        "TraceChecking", "TraceDiagnostics", "TraceFindings", "TraceGrammar", "TraceModel",
      ]),
    .target(name: "CallOrderRecorderCore", dependencies: ["TraceSystem"]),
    .target(
      name: "CallOrderRecorder",
      dependencies: [
        "CallOrderCore", "CallOrderRecorderCore", "TraceDiagnostics", "TraceSystem", "TraceWriting",
      ]),
    .target(
      name: "TraceWriting", dependencies: ["TraceDiagnostics", "TraceFindings", "TraceModel"]),
    .target(
      name: "TraceReportJSON",
      dependencies: ["TraceDiagnostics", "TraceFindings", "TraceJSON", "TraceModel"]),
    .target(
      name: "TraceDiagrams",
      dependencies: ["EmbeddedFiles", "TraceFindings", "TraceGrammar", "TraceWriting"]),
    .target(
      name: "TraceHTML",
      dependencies: [
        "EmbeddedFiles", "TraceDiagnostics", "TraceDiagrams", "TraceFindings", "TraceGrammar",
        "TraceModel", "TraceWriting",
      ]),
    .target(
      name: "TraceComparison",
      dependencies: [
        "TraceDiagnostics", "TraceFindings", "TraceHTML", "TraceJSON", "TraceModel",
        "TraceReportJSON", "TraceWriting",
      ]),
    .target(
      name: "TraceReporting",
      dependencies: [
        "TraceDiagnostics", "TraceFindings", "TraceGrammar", "TraceHTML", "TraceJSON",
        "TraceModel", "TraceReportJSON", "TraceWriting",
      ]),
    .target(
      name: "CallOrderKit",
      dependencies: [
        "CallOrderCore", "TraceChecking", "TraceCompression", "TraceDiagnostics", "TraceFindings",
        "TraceGrammar", "TraceJSON", "TraceModel", "TraceReading", "TraceReportJSON",
        "TraceReporting", "TraceSystem", "TraceWriting",
      ]),
    .target(
      name: "CallOrderExpectations",
      dependencies: [
        "CallOrderKit", "TraceComparison", "TraceDiagnostics", "TraceJSON", "TraceReporting",
        "TraceSystem",
      ]),
    .target(
      name: "CallOrderTesting", dependencies: ["CallOrderExpectations", "CallOrderRecorder"]),
    .target(name: "CallOrderXCTest", dependencies: ["CallOrderExpectations"]),
    .target(
      name: "CallOrderCommand",
      dependencies: [
        "CallOrderCore", "CallOrderKit", "EmbeddedFiles", "TraceChecking", "TraceComparison",
        "TraceDiagnostics",
        "TraceDiagrams", "TraceFindings", "TraceGrammar", "TraceHTML", "TraceJSON", "TraceModel",
        "TraceReading", "TraceReportJSON", "TraceReporting", "TraceSystem",
        "TraceWriting",
      ]),
    .executableTarget(name: "callorder", dependencies: ["CallOrderCommand"]),
    .executableTarget(
      name: "callorder-bench",
      dependencies: [
        "CallOrderCore", "CallOrderKit", "CallOrderRecorder", "CallOrderRecorderCore",
        "TraceAutomata", "TraceChecking", "TraceGrammar",
        "TraceJSON",
        "TraceModel", "TraceReading", "TraceSystem",
      ]),

    .target(name: "TestSupport", dependencies: ["TraceFindings"], path: "Tests/TestSupport"),
    .testTarget(
      name: "TraceDiagnosticsTests", dependencies: ["TestSupport", "TraceDiagnostics"],
      exclude: ["Snapshots"]),
    .testTarget(name: "TraceJSONTests", dependencies: ["TestSupport", "TraceJSON"]),
    .testTarget(name: "TraceSystemTests", dependencies: ["TestSupport", "TraceSystem"]),
    .testTarget(
      name: "TraceReadingTests",
      dependencies: ["TestSupport", "TraceDiagnostics", "TraceJSON", "TraceModel", "TraceReading"]),
    .testTarget(
      name: "TraceCompressionTests",
      dependencies: ["CZlib", "TestSupport", "TraceCompression", "TraceReading"]),
    .testTarget(name: "TypedIDsTests", dependencies: ["TypedIDs"]),
    .testTarget(name: "TraceAutomataTests", dependencies: ["TestSupport", "TraceAutomata"]),
    .testTarget(
      name: "TraceGrammarTests", dependencies: ["TestSupport", "TraceDiagnostics", "TraceGrammar"],
      exclude: ["Grammars", "Snapshots"]),
    .testTarget(
      name: "TraceCheckingTests",
      dependencies: [
        "TestSupport", "TraceAutomata", "TraceChecking", "TraceDiagnostics", "TraceFindings",
        "TraceGrammar", "TraceModel", "TraceReading",
      ]),
    .testTarget(
      name: "CallOrderCoreTests", dependencies: ["CallOrderCore"], packageAccess: false),
    .testTarget(
      name: "CallOrderRecorderCoreTests",
      dependencies: ["CallOrderKit", "CallOrderRecorderCore", "TestSupport"]),
    .testTarget(
      name: "CallOrderKitTests", dependencies: ["CallOrderKit", "TestSupport"],
      packageAccess: false),
    .testTarget(
      name: "CallOrderTestingTests",
      dependencies: [
        "CallOrderRecorder", "CallOrderTesting", "CallOrderXCTest", "TestSupport",
      ],
      exclude: ["Golden"]),
    .target(
      name: "ReportSamples",
      dependencies: [
        "TestSupport", "TraceComparison", "TraceDiagnostics", "TraceFindings", "TraceGrammar",
        "TraceModel",
      ],
      path: "Tests/ReportSamples"),
    .testTarget(
      name: "TraceWritingTests",
      dependencies: [
        "ReportSamples", "TestSupport", "TraceDiagnostics", "TraceFindings", "TraceWriting",
      ]),
    .testTarget(
      name: "TraceReportJSONTests",
      dependencies: [
        "ReportSamples", "TestSupport", "TraceDiagnostics", "TraceFindings", "TraceJSON",
        "TraceReportJSON",
      ]),
    .testTarget(
      name: "TraceDiagramsTests",
      dependencies: [
        "ReportSamples", "TestSupport", "TraceDiagnostics", "TraceDiagrams", "TraceFindings",
        "TraceGrammar",
      ], exclude: ["Snapshots"]),
    .testTarget(
      name: "TraceHTMLTests",
      dependencies: [
        "ReportSamples", "TestSupport", "TraceComparison", "TraceDiagnostics", "TraceDiagrams",
        "TraceFindings", "TraceGrammar", "TraceHTML", "TraceReporting", "TraceWriting",
      ], exclude: ["Browser", "Snapshots"]),
    .testTarget(
      name: "TraceComparisonTests",
      dependencies: [
        "ReportSamples", "TestSupport", "TraceComparison", "TraceDiagnostics", "TraceFindings",
        "TraceHTML", "TraceJSON", "TraceReportJSON", "TraceWriting",
      ], exclude: ["Snapshots"]),
    .testTarget(
      name: "TraceReportingTests",
      dependencies: [
        "ReportSamples", "TestSupport", "TraceDiagnostics", "TraceFindings", "TraceJSON",
        "TraceReportJSON", "TraceReporting", "TraceWriting",
      ], exclude: ["Snapshots"]),
    .testTarget(
      name: "CallOrderCommandTests",
      dependencies: [
        "CallOrderCommand", "CallOrderCore", "CallOrderKit", "TestSupport", "TraceComparison",
        "TraceFindings", "TraceGrammar",
        "TraceJSON", "TraceReading", "TraceReportJSON", "TraceReporting", "TraceSystem",
        "TraceWriting",
      ], exclude: ["Corpus", "Snapshots", "Spark"]),
    .testTarget(name: "HouseRulesTests", dependencies: ["TestSupport"], exclude: ["Prose"]),
    .testTarget(
      name: "FuzzTests", dependencies: fuzzDependencies, exclude: ["Finds", "Program", "Seeds"]),
  ],
  swiftLanguageModes: [.v6],
  // For `#embed`.
  cLanguageStandard: .c2x
)

// On Linux, a module with the same declarations as UIKit lets the tests compile and run code that is written for UIKit.
// Elsewhere it must not even be built, because its names are Apple's.
#if os(Linux)
  package.targets.first { $0.name == "CallOrderRecorder" }?.dependencies.append("UIKitStandIn")
  package.targets += [
    .target(name: "UIKitStandIn", path: "Tests/UIKitStandIn"),
    .testTarget(
      name: "CallOrderRecorderTests",
      dependencies: [
        "CallOrderExpectations", "CallOrderKit", "CallOrderRecorder", "CallOrderRecorderCore",
        "TestSupport", "UIKitStandIn",
      ], exclude: ["StandIns.h"]),
    // The recorder that `callorder init recorder` writes, in the same app as the library.
    .testTarget(
      name: "PastedRecorderTests",
      dependencies: ["CallOrderRecorder", "TestSupport", "UIKitStandIn"]),
  ]
#endif
// The program that libFuzzer drives. Only `make fuzz` builds it, because it needs libFuzzer's sanitizer. With the value
// `core` it fuzzes only the reader and the checker, and only their code is instrumented, because libFuzzer looks at all
// instrumented code after each attempt. With `plain` nothing is instrumented, and libFuzzer is not needed.
let fuzzProgram = Context.environment["CALLORDER_FUZZ_PROGRAM"]
let isFuzzCore = fuzzProgram == "core" || fuzzProgram == "plain"
if fuzzProgram != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "callorder-fuzz", dependencies: isFuzzCore ? fuzzCoreDependencies : fuzzDependencies,
      path: "Tests/FuzzTests",
      exclude: ["Finds", "FindsTests.swift", "MutationTests.swift", "Seeds", "WaysTests.swift"]
        + (isFuzzCore ? ["Targets", "Reading/ForeignReading.swift"] : []),
      linkerSettings: fuzzProgram == "core" ? [.unsafeFlags(["-sanitize=fuzzer"])] : nil))
}

// `make test` optimizes the tested code but keeps its assertions, because the tests spend most of their time in it.
let isOptimized = Context.environment["CALLORDER_OPTIMIZED_TESTS"] != nil

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if isOptimized, target.type == .regular || target.name == "TraceCheckingTests" {
    target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"]))
  }
  if target.name == "callorder-fuzz", isFuzzCore {
    target.swiftSettings?.append(.define("CALLORDER_FUZZ_CORE"))
    if fuzzProgram == "plain" { target.swiftSettings?.append(.define("CALLORDER_FUZZ_PLAIN")) }
  }
  if fuzzProgram == "core", fuzzCoreInstrumented.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
  }
}
