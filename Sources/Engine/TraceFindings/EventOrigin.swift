extension Violation {
  /// Who made the call, if that is recorded.
  package var caller: String? { origin.members.first { $0.name == "caller" }?.value }
}

/// Where in the app's source an event was recorded, and what the event says about the caller.
public struct EventOrigin: Sendable, Equatable {
  /// Some lines of a source file.
  public struct Excerpt: Sendable, Equatable {
    /// The number of the first line, counted from 1.
    public var firstLine: Int
    /// The lines without their ends, cut where they are very long.
    public var lines: [String]

    /// Makes an excerpt.
    public init(firstLine: Int, lines: [String]) {
      self.firstLine = firstLine
      self.lines = lines
    }
  }

  /// The file, as recorded or as it was found below the current folder; nil where none is recorded.
  public var file: String?
  /// The line of the file, counted from 1; nil where none is recorded. It is in the method that recorded the event, which
  /// is not necessarily where the mistake is.
  public var line: Int?
  /// The lines around it; nil where the file could not be read, or was not requested.
  public var excerpt: Excerpt?
  /// Other members of the event, first those that distinguish causes, such as `delegate` and `caller`. If there are many,
  /// only the first ones; long texts are cut.
  public var members: [RecordedMember]

  /// Makes an origin; parameters that are not given are not recorded.
  public init(
    file: String? = nil, line: Int? = nil, excerpt: Excerpt? = nil, members: [RecordedMember] = []
  ) {
    self.file = file
    self.line = line
    self.excerpt = excerpt
    self.members = members
  }
}

extension EventOrigin {
  /// The place in the app's source as compilers write it, such as `SceneDelegate.swift:42`; nil where none is recorded.
  package var place: String? { file.map { plainPath($0) + (line.map { ":\($0)" } ?? "") } }
}

/// The path relative to where the run was started, without `./` at its start.
package func plainPath(_ path: String) -> String {
  var rest = path[...]
  while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
  return rest.isEmpty ? path : String(rest)
}
