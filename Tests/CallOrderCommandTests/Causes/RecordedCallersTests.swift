import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceModel

/// Only the linker of Linux is told what to do.
private let canRun: Bool = {
  #if os(Linux)
    OtherPrograms.decide(areThere: OtherPrograms.path(of: "swiftc") != nil)
  #else
    false
  #endif
}()

/// An app records what UIKit, a library and the app itself call, each from an image of its own.
///
/// The app is built from the sources in `App` and from the objects of the recorder in this build.
@Suite("Recorded callers", .process, .enabled(if: canRun, "swiftc is missing"))
struct RecordedCallersTests {
  /// A call to play, and what its events have to say.
  private struct Played {
    /// Who makes it, which call it is, and its session.
    var line: String
    var events: [Expected]
  }

  private struct Expected {
    var callback: String
    var caller: String
    var through: String?
  }

  private static let mechanisms: [CauseID] = [.forwarded, .calledByApp, .staleObject]

  @Test("are right for every call of a life with a fault", arguments: ["-Onone", "-O"])
  func mechanisms(optimization: String) throws {
    let app = try RecordingApp(optimization)
    var (named, all, wrong) = (0, 0, [String]())
    for mechanism in Self.mechanisms {
      var random = SeededGenerator(seed: 58)
      var lives = 0
      while lives < 6 {
        let life = LivedCall.life(&random, windows: ["A", "B"])
        guard let faulty = mechanism.fault(in: life, &random, showsLaunch: true) else { continue }
        lives += 1
        let played = Self.played(faulty, legal: life, mechanism, &random)
        let events = try app.events(of: played.map(\.line))
        let expected = played.flatMap(\.events)
        try #require(events.map { $0["callback"] as? String } == expected.map(\.callback))
        for (event, expected) in zip(events, expected) {
          let caller = event["caller"] as? String
          all += 1
          if caller != nil { named += 1 }
          // Optimized code may have no names: then nothing is claimed.
          let isRight =
            optimization == "-O" && caller == nil
            || caller == expected.caller
              && (optimization == "-O" || event["through"] as? String == expected.through)
          if !isRight { wrong.append("\(expected): \(event)") }
        }
      }
    }
    #expect(wrong == [])
    print("callers with \(optimization): \(named) of \(all) named")
    #expect(optimization == "-Onone" ? named == all : named * 10 > all * 8)
  }

  @Test("tell methods with the same base name apart, and can be left out")
  func labels() throws {
    let app = try RecordingApp("-Onone")
    let events = try app.events(of: ["link connect A", "UIKit disconnect A"])
    #expect(
      events.map { $0["caller"] as? String } == [
        "Notes.main()", "SceneDelegate.scene(_:willConnectTo:options:)", "UIKitCore",
      ])
    let none = try app.events(of: ["UIKit active A"], ["none"])
    #expect(none.count == 1 && none[0]["caller"] == nil)
  }

  /// The lines that play a life with a fault. What the legal life does not have is the fault.
  private static func played(
    _ faulty: [LivedCall], legal: [LivedCall], _ mechanism: CauseID,
    _ random: inout SeededGenerator
  ) -> [Played] {
    var rest = legal[...]
    var played: [Played] = []
    for call in faulty {
      let session = call.session ?? "-"
      let callback = LivedCall.swift[call.name] ?? ""
      func play(_ who: String, _ caller: String, through: String? = nil) -> Played {
        Played(
          line: "\(who) \(call.name) \(session)",
          events: [Expected(callback: callback, caller: caller, through: through)])
      }
      if let next = rest.first, (next.name, next.session) == (call.name, call.session),
        next.time == call.time
      {
        rest.removeFirst()
        let canPass = call.isAboutScene && Int.random(in: 0..<4, using: &random) == 0
        played.append(
          canPass
            ? play("proxy", "UIKitCore", through: "AnalyticsSDK") : play("UIKit", "UIKitCore"))
        continue
      }
      switch mechanism {
      case .forwarded:
        // The call before is the same: the coordinator gets it, records it and passes it on.
        let through = "Coordinator.\(callback)"
        played[played.count - 1] = Played(
          line: "coordinator \(call.name) \(session)",
          events: [
            Expected(callback: callback, caller: "UIKitCore"),
            Expected(callback: callback, caller: "UIKitCore", through: through),
          ])
      case .calledByApp where Bool.random(using: &random):
        played.append(play("SDK", "AnalyticsSDK"))
      case .calledByApp: played.append(play("app", "RefreshTimer.fire(_:about:to:)"))
      default: played.append(play("stale", "Cache.flush(_:about:)"))
      }
    }
    return played
  }
}

/// The app that records.
private struct RecordingApp {
  private let folder = Result { try TemporaryFolder() }

  init(_ optimization: String) throws {
    let folder = try folder.get()
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
    let build = URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .path(percentEncoded: false)
    let sources = Repository.path("Tests/CallOrderCommandTests/Causes/App")
    let ways = [optimization, "-swift-version", "6", "-parse-as-library", "-I", folder.path]
    func library(_ name: String, _ others: [String]) throws {
      try compile(
        ways + others + [
          "-emit-library", "-emit-module", "-module-name", name, "-emit-module-path",
          folder.path("\(name).swiftmodule"), "\(sources)/\(name).swift", "-L", folder.path, "-o",
          folder.path("lib\(name).so"),
        ])
    }
    try library("UIKitCore", [])
    try library("AnalyticsSDK", ["-lUIKitCore"])
    let rows = ManifestRow.all()
    let reached = ManifestRow.reached(from: "CallOrderRecorder", in: rows)
    var folders = rows.filter { reached.contains($0.name) }.map { ($0.name, $0.folder) }
    folders.append(("UIKitStandIn", "Tests/UIKitStandIn"))
    // Objects of sources that are gone may still be there.
    let objects = try folders.flatMap { module, folder in
      try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder))
        .map { "\(build)/\(module).build/\($0).o" }
    }.filter { FileManager.default.fileExists(atPath: $0) }
    // On Linux, the runtime only finds the names of what the linker exports.
    try compile(
      ways + [
        "-enable-testing", "-module-name", "Notes", "\(sources)/Notes.swift", "-I",
        "\(build)/Modules", "-L", folder.path, "-lUIKitCore", "-lAnalyticsSDK", "-Xlinker",
        "-rpath", "-Xlinker", folder.path, "-Xlinker", "-export-dynamic", "-o",
        folder.path("Notes"),
      ] + objects)
  }

  private func compile(_ arguments: [String]) throws {
    let output = try OtherPrograms.run(
      try #require(OtherPrograms.path(of: "swiftc")), arguments
    ).output
    try #require(output == "", "\(output)")
  }

  /// The events that the app records while it plays some lines.
  func events(of lines: [String], _ arguments: [String] = []) throws -> [[String: Any]] {
    let path = try folder.get().path("Notes")
    let output = try OtherPrograms.run(
      path, arguments, input: lines.map { $0 + "\n" }.joined()
    ).output
    return try output.split(separator: "\n").dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { $0["phase"] as? String != "end" }
  }
}
