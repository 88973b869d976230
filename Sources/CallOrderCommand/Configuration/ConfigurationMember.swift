internal import TraceDiagnostics
internal import TraceJSON
internal import TraceWriting

/// A member of the configuration, described once: reading, schema and documentation derive from it.
struct ConfigurationMember: Sendable {
  /// The member's name.
  var name: String
  /// What it does, in one sentence without a full stop.
  var summary: String
  /// The JSON Schema of its value.
  var schema: JSONValue
  /// Stores the value.
  var read: @Sendable (inout Configuration, ConfigurationValue) throws(CommandError) -> Void

  private init(
    _ name: String, _ summary: String, _ schema: JSONValue,
    read: @escaping @Sendable (inout Configuration, ConfigurationValue) throws(CommandError) -> Void
  ) {
    (self.name, self.summary, self.schema, self.read) = (name, summary, schema, read)
  }

  /// Every member, in the order they are documented.
  static let all: [ConfigurationMember] = [
    ConfigurationMember("$schema", "The schema that editors check the file by", ["type": "string"])
    {
      _, value throws(CommandError) in _ = try value.text()
    },
    ConfigurationMember(
      "traces", "The files and folders to check when the command names none", texts
    ) { configuration, value throws(CommandError) in
      configuration.traces = try value.map { value throws(CommandError) in try value.path() }
    },
    ConfigurationMember("grammar", "The grammar to judge by instead of UIKit's", text) {
      configuration, value throws(CommandError) in configuration.grammar = try value.path()
    },
    ConfigurationMember(
      "os", "The OS version to judge by where a trace names none, such as iOS 26.0", text
    ) { configuration, value throws(CommandError) in
      let text = try value.text()
      configuration.platform = try value.explaining { () throws(CommandError) in
        try platformVersion(text)
      }
    },
    ConfigurationMember(
      "messagePatterns",
      "How the messages of a log name callbacks and scenes, such as \"{callback} scene={scene}\"",
      texts
    ) { configuration, value throws(CommandError) in
      configuration.messagePatterns = try value.map { value throws(CommandError) in
        try value.messagePattern()
      }
    },
    ConfigurationMember(
      "rules", "Other severities for rules, by rule id",
      ["type": "object", "additionalProperties": words(["off", "note", "warning", "error"])]
    ) { configuration, value throws(CommandError) in
      for (rule, value) in try value.members() {
        let word = try value.text()
        let choice = try value.explaining { () throws(CommandError) -> Severity? in
          try severity(named: word)
        }
        configuration.ruleSeverities.append(.init(rule: rule, severity: choice))
      }
    },
    ConfigurationMember(
      "failOn", "From which severity on the exit status is 1",
      words(FailingSeverity.allCases.map(\.rawValue))
    ) { configuration, value throws(CommandError) in
      configuration.failOn = FailingSeverity(
        rawValue: try value.word(among: FailingSeverity.allCases.map(\.rawValue)))
    },
    ConfigurationMember(
      "complete", "Whether every subject has to end in an accepting state", boolean
    ) { configuration, value throws(CommandError) in
      configuration.demandsCompleteLives = try value.boolean()
    },
    ConfigurationMember("baseline", "The file of accepted violations", text) {
      configuration, value throws(CommandError) in configuration.baseline = try value.path()
    },
    ConfigurationMember(
      "strictBaseline", "Whether entries of the baseline that are gone make the run fail", boolean
    ) { configuration, value throws(CommandError) in
      configuration.isBaselineStrict = try value.boolean()
    },
    ConfigurationMember(
      "reports", "Reports to write beside the one on standard output",
      list(
        of: object(
          ["format": words(ReportOutput.formatNames), "path": text], required: ["format", "path"]))
    ) { configuration, value throws(CommandError) in
      configuration.reports = try value.map { value throws(CommandError) in
        try value.refuseMembers(otherThan: ["format", "path"])
        let format = try value.member("format").word(among: ReportOutput.formatNames)
        return .init(format: format, path: try value.member("path").path())
      }
    },
    ConfigurationMember(
      "maxViolations", "How many violations are listed for each trace",
      ["type": "integer", "minimum": 0, "maximum": 1_000_000]
    ) { configuration, value throws(CommandError) in
      configuration.violationLimit = try value.integer(0...1_000_000)
    },
    ConfigurationMember(
      "minCoverage", "The percentage of the grammar's transitions below which the exit status is 1",
      ["type": "number", "minimum": 0, "maximum": 100]
    ) { configuration, value throws(CommandError) in
      configuration.minimumCoverage = try value.number(0...100)
    },
    ConfigurationMember(
      "suppressions", "Violations that are reported and do not count",
      list(
        of: object(
          ["rule": text, "path": text, "reason": text, "expires": text], required: ["reason"]))
    ) { configuration, value throws(CommandError) in
      configuration.suppressions = try value.map { value throws(CommandError) in
        try value.suppression()
      }
    },
  ]

  // MARK: - Schemas

  private static let text: JSONValue = ["type": "string", "minLength": 1]
  private static let boolean: JSONValue = ["type": "boolean"]
  private static let texts = list(of: text)

  private static func list(of element: JSONValue) -> JSONValue {
    ["type": "array", "items": element]
  }

  private static func words(_ words: [String]) -> JSONValue {
    ["enum": .array(words.map(JSONValue.string))]
  }

  private static func object(
    _ members: [(String, JSONValue)], required: [String]
  ) -> JSONValue {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(required.map(JSONValue.string)),
      "properties": .object(members.map { JSONValue.Member($0.0, $0.1) }),
    ]
  }

  private static func object(
    _ members: KeyValuePairs<String, JSONValue>, required: [String]
  ) -> JSONValue {
    object(members.map { ($0.key, $0.value) }, required: required)
  }

  /// The JSON Schema of the whole file.
  static var fileSchema: JSONValue {
    let properties = all.map { member in
      guard case .object(let members) = member.schema else {
        return JSONValue.Member(member.name, member.schema)
      }
      let description = JSONValue.Member("description", .string(member.summary + "."))
      return JSONValue.Member(member.name, .object([description] + members))
    }
    return [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": .string("The configuration of callorder, \(Configuration.fileName)"),
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
  }
}
