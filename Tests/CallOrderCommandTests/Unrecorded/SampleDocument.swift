import Foundation

/// The events of a sample, to record them again with fewer callbacks and without the statements of the recorder.
struct SampleDocument {
  private var document: [String: Any] = [:]
  private var events: [[String: Any]] = []

  /// Fails for samples in foreign formats.
  init?(_ bytes: [UInt8]) {
    if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
      document = value as? [String: Any] ?? [:]
      events = value as? [[String: Any]] ?? document["events"] as? [[String: Any]] ?? []
    } else {
      let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Data($0) }
      let values = lines.compactMap { try? JSONSerialization.jsonObject(with: $0) }
      events = values.compactMap { $0 as? [String: Any] }
      if events.count < lines.count { return nil }
      if let header = events.first, header["format"] != nil {
        document = header
        events.removeFirst()
      }
    }
    if !events.allSatisfy({ $0["callback"] is String || $0["lost"] != nil }) { return nil }
    document["records"] = nil
    document["complete"] = nil
    document["format"] = "callorder.trace/1"
  }

  /// The sample without the statements of its recorder.
  var whole: [UInt8] { text(events) ?? [] }

  /// For each callback name in the sample, the sample without the events of that name.
  var withoutOneCallback: [(left: String, text: [UInt8])] {
    names.compactMap { left in without(left) { Self.name($0) == left } }
  }

  /// The sample without all events of one role or delegate, and without one callback name of it.
  var withoutOneOfARecorder: [(left: String, text: [UInt8])] {
    ["role", "delegate"].flatMap { member -> [(left: String, text: [UInt8])] in
      let values = events.map { value($0, member) }
      return Set(values.compactMap { $0 }).sorted().flatMap { recorder in
        [without("\(member) \(recorder)") { value($0, member) == recorder }].compactMap { $0 }
          + names.compactMap { left in
            without("\(left) of \(member) \(recorder)") {
              value($0, member) == recorder && Self.name($0) == left
            }
          }
      }
    }
  }

  private var names: [String] { Set(events.compactMap(Self.name)).sorted() }

  private static func name(_ event: [String: Any]) -> String? { event["callback"] as? String }

  /// The value of a member; the role of a session is recorded once and applies to all of its events.
  private func value(_ event: [String: Any], _ member: String) -> String? {
    if let value = event[member] as? String { return value }
    guard member == "role", let session = event["session"] as? String else { return nil }
    return events.first { $0["session"] as? String == session && $0[member] is String }?[member]
      as? String
  }

  private func without(
    _ left: String, _ isLeft: ([String: Any]) -> Bool
  ) -> (left: String, text: [UInt8])? {
    let kept = events.filter { !isLeft($0) }
    if kept.isEmpty || kept.count == events.count { return nil }
    return text(kept).map { (left, $0) }
  }

  private func text(_ events: [[String: Any]]) -> [UInt8]? {
    var document = document
    document["events"] = events
    return (try? JSONSerialization.data(withJSONObject: document)).map(Array.init)
  }
}
