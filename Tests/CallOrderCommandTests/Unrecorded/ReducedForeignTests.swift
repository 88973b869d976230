import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceReporting
import TraceModel
import TraceFindings
import TraceGrammar

/// Logs of other programs, without everything that names one callback.
@Suite("A log of another program") struct ReducedForeignTests {
  /// The samples in foreign formats, and real recordings if they are available.
  private static let files: [(name: String, bytes: [UInt8])] = {
    let folders = ["traces/formats", "../shared/recordings"]
    return folders.flatMap { folder in
      Repository.names(in: folder).map {
        ("\(folder)/\($0)", Repository.bytes("\(folder)/\($0)") ?? [])
      }
    }
  }()

  private static func check(_ bytes: [UInt8], _ name: String) -> Report {
    uiSceneCheck.report(of: [.bytes(bytes, name: name)])
  }

  @Test("has no new violations if everything that names one callback is left out")
  func isNotAccused() {
    var (reduced, accused) = (0, 0)
    for file in Self.files {
      let whole = Self.check(file.bytes, file.name)
      let shown = Set(
        whole.traces.flatMap {
          ($0.observed?.calls ?? []) + ($0.observed?.notifications ?? [])
        })
      for callback in CorpusTests.grammar.callbacks where shown.contains(callback.name) {
        let spellings =
          callback.swift + callback.objectiveC + callback.otherSpellings + callback.notifications
          + [callback.name]
        guard let text = Self.without(spellings, in: file.bytes) else { continue }
        reduced += 1
        let comparison = ReportComparison(base: whole, head: Self.check(text, file.name))
        let new = comparison.faults.filter { $0.new > 0 && $0.severity > .note }
        if !new.isEmpty { accused += 1 }
        #expect(new.isEmpty, "\(file.name) without \(callback.name): \(new.map(\.rule))")
      }
    }
    print(
      "logs of other programs without one callback: \(accused) of \(reduced) are accused of something new"
    )
    #expect(reduced > 19)
  }

  /// The text without the lines or array elements that contain one of the spellings; nil if none does.
  private static func without(_ spellings: [String], in bytes: [UInt8]) -> [UInt8]? {
    if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
      let kept = reduced(value, spellings)
      guard let text = try? JSONSerialization.data(withJSONObject: kept) else { return nil }
      let isSame = (kept as? NSObject) == (value as? NSObject)
      return isSame ? nil : Array(text)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { line in !spellings.contains { line.contains($0) } }
    return kept.count == lines.count ? nil : Array(kept.joined(separator: "\n").utf8)
  }

  /// The value without the innermost array elements that contain one of the spellings.
  private static func reduced(_ value: Any, _ spellings: [String]) -> Any {
    if let members = value as? [String: Any] { return members.mapValues { reduced($0, spellings) } }
    guard let elements = value as? [Any] else { return value }
    return elements.map { reduced($0, spellings) }.filter { !holds($0, spellings) }
  }

  private static func holds(_ value: Any, _ spellings: [String]) -> Bool {
    if let text = value as? String { return spellings.contains { text.contains($0) } }
    if let members = value as? [String: Any] {
      return members.values.contains { holds($0, spellings) }
    }
    return (value as? [Any])?.contains { holds($0, spellings) } ?? false
  }
}
