package import TraceFindings

/// The names of a timeline's lanes: short identities, unique within it, and titles such as `Session A`.
package struct LaneNames {
  private let names: [String]
  private let titles: [String]
  private let laneOf: [String: Int]

  /// - Parameter other: a recording to compare with: lanes at the same position in both have the same name, so that a wider
  ///   subject is named by its position, as in `Process 1`, and not by its identity, which differs from run to run.
  package init(_ timeline: Timeline, beside other: Timeline? = nil) {
    var taken: Set<String> = []
    names = timeline.lanes.map { lane in
      let subject = lane.subject.isEmpty ? lane.kind : lane.subject
      var length = subject.count <= 12 ? subject.count : 8
      var name = String(subject.prefix(length))
      while taken.contains(lane.kind + " " + name), length < min(subject.count, 24) {
        length += 1
        name = String(subject.prefix(length))
      }
      var number = 2
      let base = name
      while !taken.insert(lane.kind + " " + name).inserted {
        name = "\(base)~\(number)"
        number += 1
      }
      return name
    }
    let recordings = [timeline, other].compactMap { $0 }.map(\.lanes)
    let kinds = Set(recordings.joined().map(\.kind))
    let narrow = kinds.subtracting(recordings.compactMap(\.first?.kind))
    let counts = recordings.map { $0.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }
      .reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: max) }
    var numbers: [String: Int] = [:]
    titles = zip(timeline.lanes, names).map { lane, name in
      let kind = lane.kind.prefix(1).uppercased() + lane.kind.dropFirst()
      numbers[lane.kind, default: 0] += 1
      let number = numbers[lane.kind] ?? 1
      // Letters for the lanes that a reader follows; beyond the alphabet they would not help.
      if (narrow.contains(lane.kind) || narrow.isEmpty) && counts[lane.kind] ?? 0 <= 26 {
        return "\(kind) \(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number - 1))))"
      }
      if other != nil { return "\(kind) \(number)" }
      return lane.subject.isEmpty ? kind : "\(kind) \(name)"
    }
    laneOf = Dictionary(
      timeline.lanes.enumerated().map { ($1.kind + " " + $1.subject, $0) }
    ) { first, _ in first }
  }

  /// The lane's short identity; empty if there is no such lane.
  func short(_ lane: Int) -> String { names.indices.contains(lane) ? names[lane] : "" }

  /// The name of the lane in sentences and next to pictures, such as `Session A`.
  package func title(_ lane: Int) -> String { titles.indices.contains(lane) ? titles[lane] : "" }

  /// The name of a subject; its kind and identity if it has no lane.
  package func title(kind: String, subject: String) -> String {
    if let lane = laneOf[kind + " " + subject] { return title(lane) }
    let word = kind.prefix(1).uppercased() + kind.dropFirst()
    return subject.isEmpty ? word : "\(word) \(subject.prefix(8))"
  }
}
