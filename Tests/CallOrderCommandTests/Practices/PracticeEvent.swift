import Foundation
import Testing

/// One event of a generated recording, as a list of members.
struct PracticeEvent: Equatable {
  /// The members with their values as JSON, in the order of writing; the first is the callback or `lost`.
  var members: [Member]

  struct Member: Equatable {
    var name: String
    var json: String
  }

  init(_ callback: String, _ members: [(String, String?)] = []) {
    self.members = [Member(name: "callback", json: "\"\(callback)\"")]
    for (name, json) in members { self[name] = json }
  }

  /// A gap where events were lost.
  static let gap: PracticeEvent = {
    var event = PracticeEvent("")
    event.members = [Member(name: "lost", json: "0")]
    return event
  }()

  /// Reads a line of a recording.
  init(line: String) throws {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    members = try object.sorted { $0.key < $1.key }.map { name, value in
      let data = try JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
      return Member(name: name, json: String(decoding: data, as: UTF8.self))
    }
  }

  /// The value of a member as JSON; nil if the event does not have it.
  subscript(name: String) -> String? {
    get { members.first { $0.name == name }?.json }
    set {
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let json?): members[place].json = json
      case (let place?, nil): members.remove(at: place)
      case (nil, let json?): members.append(Member(name: name, json: json))
      case (nil, nil): break
      }
    }
  }

  /// The callback, as spelled in the recording; nil for a gap.
  var callback: String? { self["callback"].map { String($0.dropFirst().dropLast()) } }

  var line: String {
    "{\(members.map { "\"\($0.name)\": \($0.json)" }.joined(separator: ", "))}"
  }
}
