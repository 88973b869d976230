package import TraceJSON

/// The JSON Schema, version 2020-12, of our own trace format, with the members that the UIKit grammar asks for.
///
/// The three shapes of a trace are one schema: a document, a list of events, and a line of JSON Lines.
package enum TraceSchema {
  /// A member of an event or of a document.
  private struct Member {
    let name: String
    let schema: JSONValue
    let text: String

    init(_ name: String, _ schema: JSONValue, _ text: String) {
      (self.name, self.schema, self.text) = (name, schema, text)
    }

    /// The member's schema with its description.
    var described: JSONValue.Member {
      .init(name, .object([.init("description", .string(text + "."))] + (schema.members ?? [])))
    }
  }

  /// The names of the members that an event may have, in the order of the documentation.
  package static var eventMembers: [String] { event.map(\.name) }

  /// The names of the members that a document or the header line may have.
  package static var documentMembers: [String] { document.map(\.name) }

  // MARK: Members

  private static let event: [Member] = [
    Member(
      "callback", ["type": "string", "minLength": 1],
      "The callback in any known spelling: Swift, Objective-C, the name of its notification, or its short name"
    ),
    Member(
      "lost", ["type": ["integer", "null"], "minimum": 0],
      "A gap instead of a callback: how many events were lost here; 0 for unknown"),
    Member(
      "end", [:],
      "If true in an object without a callback: an end marker, which is ignored"
    ),
    Member(
      "kind", ["enum": ["delegate", "notification", "action", .null]],
      "What was recorded: a delegate call, a notification, or an action of the app"),
    Member("session", identity, "The persistent identifier of the session"),
    Member(
      "sessions", ["type": ["array", "null"], "items": ["type": "string"]],
      "The sessions that a callback names as a set"),
    Member(
      "scene", identity, "The identity of the scene object, which is new for every connection"),
    Member("process", identity, "The process id, or an id of the launch"),
    Member(
      "time", ["type": ["number", "string", "null"]],
      "Seconds from any origin, or an RFC 3339 time"),
    Member(
      "duration", ["type": ["number", "null"], "minimum": 0], "How many seconds the callback took"),
    Member("role", identity, "The role of the session"),
    Member("delegate", identity, "The class of the delegate"),
    Member("state", identity, "The activation state as read inside the callback"),
    Member("thread", identity, "The thread of the call"),
    Member(
      "phase", ["enum": ["begin", "end", .null]],
      "For a call that is recorded as two events, which of the two this is"),
    Member(
      "options",
      [
        "type": ["object", "null"],
        "additionalProperties": ["type": ["number", "boolean", "null"]],
      ],
      "How many items of each kind the connection options had, such as urls and userActivities"),
    Member(
      "payloads", ["type": ["array", "null"], "items": ["type": "string"]],
      "The ids of links, activities and items that the event carries"),
    Member("payload", text, "The id of the link, activity or item that the event handles"),
    Member("type", text, "The type of the activity that is continued"),
    Member("file", text, "The source file whose code recorded the event"),
    Member(
      "sourceLine", ["type": ["integer", "null"], "minimum": 1],
      "The line in that file, counted from 1"),
    Member(
      "caller", text,
      "Who made the call: a framework such as UIKitCore, or a method of the app"),
    Member(
      "through", text,
      "What passed the call on: a library, or another object of the app with the same method"),
  ]

  private static let document: [Member] = [
    Member("format", ["enum": [.string(TraceHeader.ownFormat)]], "The format and its version"),
    Member(
      "metadata", ["type": "object"],
      "About the recording: app, os, device and anything else; rules depend on os, the rest is shown"
    ),
    Member(
      "records",
      ["anyOf": [["enum": ["all", .null]], ["type": "array", "items": ["type": "string"]]]],
      "Which callbacks the recorder records if they happen, in any spelling; all stands for all calls, and actions count if they occur or are named"
    ),
    Member(
      "complete", ["type": ["boolean", "null"]],
      "Whether the recording starts at the very beginning, so that nothing in it is older"),
    Member(
      "windows", ["type": ["integer", "null"], "minimum": 1],
      "How many windows the app has; with 1, calls without an identity are about it"),
    Member(
      "events", ["type": "array", "items": ["$ref": "#/$defs/event"]],
      "The events in the order of the calls; absent in the header line of JSON Lines"),
  ]

  /// A string, or a whole number, which stands for its digits.
  private static let identity: JSONValue = ["type": ["string", "integer", "null"]]
  private static let text: JSONValue = ["type": ["string", "null"]]

  // MARK: Document

  /// The schema. It allows unknown members, because a trace may carry information that only people read.
  package static var schema: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string("A trace of lifecycle callbacks, \(TraceHeader.ownFormat)"),
      "description":
        "A document, a list of events, or one line of JSON Lines: an event, or the header in the first line.",
      "if": ["type": "array"],
      "then": ["items": ["$ref": "#/$defs/event"]],
      "else": [
        "type": "object",
        "if": ["anyOf": [["required": ["callback"]], ["required": ["lost"]], end]],
        "then": ["$ref": "#/$defs/event"], "else": ["$ref": "#/$defs/document"],
      ],
      "$defs": [
        "event": [
          "description":
            "A call, a notification or an action; a gap where events were lost; or an end marker.",
          "type": "object", "properties": .object(event.map(\.described)),
          "oneOf": [["required": ["callback"]], gap, marker],
        ],
        "document": [
          "description": "A document with events, or the header line of JSON Lines.",
          "type": "object", "properties": .object(document.map(\.described)),
          "anyOf": .array((TraceHeader.members + ["events"]).map { ["required": [.string($0)]] }),
        ],
      ],
    ]
  }

  /// The condition for a gap. A member that is `null` counts as absent.
  private static let gap: JSONValue = [
    "required": ["lost"], "properties": ["lost": ["type": "integer"]],
  ]

  /// The member that ends a recording.
  private static let end: JSONValue = ["required": ["end"], "properties": ["end": ["const": true]]]

  /// The condition for an end marker: the object is neither an event nor a gap.
  private static let marker: JSONValue = [
    "required": ["end"], "properties": ["end": ["const": true]],
    "not": ["anyOf": [["required": ["callback"]], gap]],
  ]
}
