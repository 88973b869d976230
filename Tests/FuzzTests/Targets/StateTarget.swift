import TestSupport
import TraceFindings
import TraceJSON
import TraceReporting

@testable import CallOrderKit

extension FuzzTarget {
  /// Saved states, as a line of facts and the texts that it describes: written again they are the same, and a stream can
  /// continue from them. Sizes and the checksum are corrected first, because hardly any change would get past them.
  static let state = FuzzTarget(name: "state", mutation: .json, isStrict: true) { bytes in
    _ = try? SavedState(bytes: bytes)
    guard var state = try? SavedState(bytes: SavedStateText(bytes).framed) else { return .rejected }
    let saved = state.bytes
    guard (try? SavedState(bytes: saved))?.bytes == saved else {
      return .complaint("it differs after writing and reading")
    }
    state.judgment = keyed.judgment
    do throws(SavedStateError) {
      let (part, left) = try keyed.check.report(of: nextPart, after: state, isLast: false)
      guard let left else {
        return part.failures.isEmpty ? .complaint("there is no state after it") : .rejected
      }
      guard (try? SavedState(bytes: left.bytes))?.bytes == left.bytes else {
        return .complaint("the state after it cannot be read")
      }
      let (last, _) = try keyed.check.report(of: nextPart, after: left, isLast: true)
      for report in [part, last] {
        if let fault = RenderedReport.fault(in: report.render(as: .json), of: "json") {
          return .complaint("the report: \(fault)")
        }
      }
    } catch {
      return .complaint("a state of this check is rejected: \(error.message)")
    }
    return .accepted
  }

  /// A check of recordings by device, and the `judgment` that its states contain.
  private static let keyed: (check: PreparedCheck, judgment: String) = {
    var reading = ReadingOptions()
    reading.key = ["device"]
    let check = PreparedCheck(against: PreparedChecker.uiScene, reading: reading)
    let first = try? check.report(of: nextPart, after: nil, isLast: false)
    return (check, first?.left?.judgment ?? "")
  }()

  private static let nextPart = TraceInput.bytes(
    Array(
      """
      {"callback":"sceneDidBecomeActive(_:)","session":"S","device":"A","time":5}
      {"callback":"sceneDidDisconnect(_:)","session":"S","device":"B","time":6}

      """.utf8), name: "next")
}

/// The parts of a saved state that hold what was recorded.
private struct SavedStateText {
  private let facts: [UInt8]
  private let texts: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    facts = Array(bytes[..<end])
    texts = bytes[end...].dropFirst()
  }

  /// The state with right sizes and the right checksum.
  var framed: [UInt8] {
    let fitting = fittingFacts
    var state = Array("callorder.state/1 \(fitting.count)\n".utf8) + fitting
    state.append(UInt8(ascii: "\n"))
    state += texts
    var sum = Checksum()
    sum.add(state)
    return state + Array("\n\(sum.digits)\n".utf8)
  }

  /// The facts, in which the last open recording has all the remaining text.
  private var fittingFacts: [UInt8] {
    guard case .object(var members)? = try? JSONValue(parsing: facts),
      let open = members.firstIndex(where: { $0.name == "open" }),
      case .array(var recordings) = members[open].value,
      case .object(var last)? = recordings.last,
      let bytes = last.firstIndex(where: { $0.name == "bytes" })
    else { return facts }
    // Sizes may be any numbers.
    let others = recordings.dropLast().reduce(Int64(0)) { $0 &+ ($1["bytes"]?.integer ?? 0) }
    last[bytes].value = .integer(max(0, Int64(texts.count) &- others))
    recordings[recordings.count - 1] = .object(last)
    members[open].value = .array(recordings)
    return JSONValue.object(members).serialized(indentation: nil)
  }
}
