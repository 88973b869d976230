/// A target below `Sources`, as the manifest declares it.
public struct ManifestRow: Sendable {
  public let name: String
  /// Relative to the project's folder.
  public let folder: String
  /// The targets that it declares to need.
  public let needs: Set<String>

  /// The libraries for Apple's phones. The others are for tools.
  public static let productsForApps = [
    "CallOrderCore", "CallOrderLiveCheck", "CallOrderRecorder", "CallOrderTesting",
    "CallOrderXCTest",
  ]

  /// The rows `room(…)` and `program(…)` of the manifest; `engine`, `reading` and others are lists of targets.
  public static func all() -> [ManifestRow] {
    let manifest = Repository.text("Package.swift")
    let row =
      /(?:room|program)\(\s*"(?<group>\w+)",\s*"(?<name>[\w-]+)"(?:,\s*(?<needs>[^)]*))?\)/
    var lists: [Substring: Substring] = [:]
    for list in manifest.matches(of: /let (\w+): \[Target.Dependency\] = \[([^\]]*)\]/) {
      lists[list.1] = list.2
    }
    return manifest.matches(of: row).map { match in
      // What a target of C embeds follows after `in:`.
      var needs = (match.needs ?? "").split(separator: "in: [").first ?? ""
      if match.needs?.hasPrefix("in:") == true { needs = "" }
      let words = needs.replacing(/"[^"]*"/, with: "").split { !$0.isLetter }
      let named = lists.filter { words.contains($0.key) }.values
      return ManifestRow(
        String(match.name), in: "Sources/\(match.group)/\(match.name)",
        needs + named.joined(separator: ","))
    }
  }

  /// Whether it is of C, and only carries files.
  public var isC: Bool { name.hasPrefix("C") && !name.hasPrefix("CallOrder") }

  private init(_ name: String, in folder: String, _ needs: some StringProtocol) {
    self.name = name
    self.folder = folder
    self.needs = Set(String(needs).matches(of: /"([^"]+)"/).map { String($0.1) })
  }

  /// A target and everything that it needs, directly and indirectly.
  public static func reached(from target: String, in rows: [ManifestRow]) -> Set<String> {
    var (reached, open): (Set<String>, Set) = ([], [target])
    while let target = open.popFirst() {
      reached.insert(target)
      let needs = rows.first { $0.name == target }?.needs ?? []
      open.formUnion(needs.subtracting(reached))
    }
    return reached
  }
}
