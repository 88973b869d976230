internal import TraceFindings
internal import TraceModel

/// Finds the lines of source that call a method, to tell who makes a call that only UIKit should make.
struct CallSites {
  /// The first part of the method's name: `scene` of `scene(_:openURLContexts:)`.
  private let base: String
  /// The labels of its arguments, those without a name left out.
  private let labels: [String]

  /// - Parameter method: the name of the method as Swift writes it.
  init(of method: String) {
    let parts = method.split(separator: "(", maxSplits: 1)
    base = parts.first.map(String.init) ?? method
    labels = (parts.count > 1 ? parts[1] : "").dropLast().split(separator: ":")
      .filter { $0 != "_" }.map { "\($0):" }
  }

  /// The numbers of the lines that call it, counted from 1. Declarations, comments, and what a method passes on to its own
  /// superclass are no such calls.
  func lines(in lines: [Substring]) -> [Int] {
    lines.indices.filter { calls(lines[$0]) }.map { $0 + 1 }
  }

  private func calls(_ line: Substring) -> Bool {
    let code = line.drop { $0 == " " || $0 == "\t" }
    if ["//", "*", "/*", "- (", "-(", "+"].contains(where: code.hasPrefix) { return false }
    if labels.contains(where: { !code.contains($0) }) { return false }
    for end in labels.isEmpty ? ["(", ":"] : ["("] {
      var rest = code
      while let place = rest.firstRange(of: base + end) {
        let before = rest[..<place.lowerBound]
        let isWord =
          before.last.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "\"" } ?? false
        let isCall = end == "(" || before.contains("[")
        if isCall, !isWord, !before.hasSuffix("func "), !before.hasSuffix("super.") { return true }
        rest = rest[place.upperBound...]
      }
    }
    return false
  }
}

extension Violation {
  /// Whether something else than its owner may have called the method; not if the first cause is another one.
  var asksWhoCalls: Bool {
    guard kind == .delegate, let cause = likelyCause, !cause.isProven else { return false }
    return cause.id == .calledByApp || cause.id == .forwarded
  }

  /// Names the only line that makes the call as its cause.
  mutating func blame(_ line: String, forCalling method: String) {
    var cause = causes[0]
    cause.text = "\(line) calls \(method)"
    cause.action = cause.changes.filter { $0 != PossibleCause.findCaller }.joined(separator: " ")
    cause.evidence = (["no other line in this folder calls it"] + cause.proofs).joined(
      separator: "; ")
    causes[0] = cause
  }
}
