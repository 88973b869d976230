package import TraceFindings

/// The names of a timeline's lanes: short identities, unique within it, and titles such as `Session A`.
package struct LaneNames {
  private let titles: [String]
  private let laneOf: [String: Int]

  /// - Parameter other: a recording to compare with: lanes at the same position in both have the same name, so that a wider
  ///   subject is named by its position, as in `Process 1`, and not by its identity, which differs from run to run.
  package init(_ timeline: Timeline, beside other: Timeline? = nil) {
    var taken: Set<String> = []
    let names = timeline.lanes.map { lane in
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
    let lettered = (narrow.isEmpty ? kinds : narrow).filter { kind in
      // Beyond the alphabet they would not help.
      counts[kind] ?? 0 <= 26 && recordings.allSatisfy { Self.allowsLetters($0, of: kind) }
    }
    var numbers: [String: Int] = [:]
    titles = zip(timeline.lanes, names).map { lane, name in
      let kind = lane.kind.capitalizedFirst
      numbers[lane.kind, default: 0] += 1
      let number = numbers[lane.kind] ?? 1
      // Letters for the lanes that a reader follows.
      if lettered.contains(lane.kind) { return "\(kind) \(Self.letter(number))" }
      if other != nil { return "\(kind) \(number)" }
      return lane.subject.isEmpty ? kind : "\(kind) \(name)"
    }
    laneOf = Dictionary(
      timeline.lanes.enumerated().map { ($1.kind + " " + $1.subject, $0) }
    ) { first, _ in first }
  }

  /// The letter of the lane with this number among its kind, from 1 to 26.
  private static func letter(_ number: Int) -> String {
    String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number - 1))))
  }

  /// Whether no lane would be called by the letter that is another one's identity.
  private static func allowsLetters(_ lanes: [Timeline.Lane], of kind: String) -> Bool {
    let own = lanes.filter { $0.kind == kind }
    let letters = own.indices.map { letter($0 + 1) }
    return zip(own, letters).allSatisfy { lane, letter in
      let identity = lane.subject.uppercased()
      return identity == letter || !letters.contains(identity)
    }
  }

  /// The name of the lane in sentences and next to pictures, such as `Session A`.
  package func title(_ lane: Int) -> String { titles.indices.contains(lane) ? titles[lane] : "" }

  /// The name of a subject; its kind and identity if it has no lane.
  package func title(kind: String, subject: String) -> String {
    if let lane = laneOf[kind + " " + subject] { return title(lane) }
    let word = kind.capitalizedFirst
    return subject.isEmpty ? word : "\(word) \(subject.prefix(8))"
  }
}
