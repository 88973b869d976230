package import TraceFindings
internal import TraceGrammar
internal import TraceJSON

/// The faults that are known and do not fail a run: a multiset of fingerprints, kept as a file.
///
/// An entry allows its fault a number of times over all traces of a run; one more is new. So it is always noticed when
/// one fault is fixed and another is added. The file has one entry per line, sorted by fingerprint, so that two branches
/// that change it can be merged line by line.
package struct BaselineFile: Sendable, Equatable {
  /// One known fault.
  package struct Entry: Sendable, Equatable {
    /// The fault's name across recordings: 32 lowercase hexadecimal digits.
    package var fingerprint: String
    /// The rule it breaks.
    package var rule: String
    /// The callback that it is reported at; nil if the fault is not at a call.
    package var callback: String?
    /// What happened, in one sentence, for people who read the file.
    package var summary: String
    /// How many times it is allowed; at least 1.
    package var count: Int
    /// Why it is tolerated; nil when no reason is given.
    package var reason: String?
    /// The last day on which it is tolerated, as `YYYY-MM-DD`; nil for no end.
    package var expires: String?
  }

  /// The version of the file's format.
  package static let version = 3
  /// The oldest version that can be read. Its fingerprints are others, so only the rules of its entries can be compared.
  package static let olderVersion = 2

  /// The name of the grammar the fingerprints were made with.
  package var grammarName: String
  /// The version of that grammar.
  package var grammarVersion: String
  /// The entries, sorted by fingerprint, each fingerprint once.
  package private(set) var entries: [Entry]
  /// The files and folders that it was made from, as they were named; empty if that is not known.
  package var traces: [String] = []

  /// Makes a baseline; the entries are sorted, those of one fingerprint added together, up to the largest number that
  /// can be read again.
  package init(grammarName: String, grammarVersion: String, entries: [Entry] = []) {
    self.grammarName = grammarName
    self.grammarVersion = grammarVersion
    var merged: [String: Entry] = [:]
    for entry in entries {
      if let known = merged[entry.fingerprint] {
        let count = min(known.count + entry.count, JSONCursor.largestInteger)
        merged[entry.fingerprint]?.count = count
      } else {
        merged[entry.fingerprint] = entry
      }
    }
    self.entries = merged.values.sorted { $0.fingerprint < $1.fingerprint }
  }

  /// Whether the fingerprints of a report can be compared with these: same grammar, or the practices of UIKit's, and same
  /// major version.
  package func fits(_ report: Report) -> Bool {
    ShippedGrammar.base(of: grammarName) == ShippedGrammar.base(of: report.grammarName)
      && grammarVersion.prefix { $0 != "." } == report.grammarVersion.prefix { $0 != "." }
  }

  /// Whether an older version wrote the file, so that only the rules of its entries can be compared.
  package var isOlder = false

  /// The entry with the given fingerprint.
  /// - Complexity: O(entries).
  package subscript(fingerprint: String) -> Entry? {
    entries.first { $0.fingerprint == fingerprint }
  }
}

// MARK: The file

extension BaselineFile {
  /// Reads a baseline file.
  /// - Throws: `ReportError` with the first member that is missing, invalid or unknown.
  package init(json bytes: [UInt8]) throws(ReportError) {
    let root = JSONCursor(try JSONValue(ofReport: bytes))
    let version = try root.member("version").integer()
    guard (Self.olderVersion...Self.version).contains(version) else {
      throw try root.member("version").error(
        "expected \(Self.olderVersion) or \(Self.version), found \(version)")
    }
    self.init(
      grammarName: try root.member("grammar").member("name").text(),
      grammarVersion: try root.member("grammar").member("version").text(),
      entries: try root.member("entries").map(Entry.init))
    isOlder = version < Self.version
    traces =
      try root.optional("traces")?.map { cursor throws(ReportError) in try cursor.text() } ?? []
  }

  /// The contents of the file, one entry per line.
  package func serialized() -> [UInt8] {
    JSONValue.omittingNil([
      "version": JSONValue(Self.version),
      "grammar": ["name": .string(grammarName), "version": .string(grammarVersion)],
      "traces": traces.isEmpty ? nil : .array(traces.map(JSONValue.string)),
      "entries": .array(entries.map(\.jsonValue)),
    ]).laidOut()
  }
}

extension BaselineFile.Entry {
  private static let members = [
    "fingerprint", "rule", "callback", "summary", "count", "reason", "expires",
  ]

  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    for (name, value) in try cursor.members() where !Self.members.contains(name) {
      throw value.error("unknown member; an entry has \(listed(Self.members, "and"))")
    }
    self.init(
      fingerprint: try cursor.member("fingerprint").fingerprint(),
      rule: try cursor.member("rule").text(), callback: try cursor.optional("callback")?.text(),
      summary: try cursor.member("summary").text(),
      count: try cursor.optional("count")?.integer(from: 1) ?? 1,
      reason: try cursor.optional("reason")?.text(), expires: try cursor.optional("expires")?.day())
  }

  fileprivate var jsonValue: JSONValue {
    .omittingNil([
      "fingerprint": .string(fingerprint), "rule": .string(rule),
      "callback": callback.map(JSONValue.string), "summary": .string(summary),
      "count": JSONValue(count), "reason": reason.map(JSONValue.string),
      "expires": expires.map(JSONValue.string),
    ])
  }
}

extension JSONCursor {
  /// A day of the calendar, as `YYYY-MM-DD`, which sorts as text.
  fileprivate func day() throws(ReportError) -> String {
    let text = try text()
    guard CalendarDate(text) != nil else {
      throw error("expected a day as YYYY-MM-DD, found \"\(text)\"")
    }
    return text
  }
}
