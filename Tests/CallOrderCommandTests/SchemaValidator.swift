import TraceJSON

/// Validates JSON by the part of JSON Schema 2020-12 that the published schemas use; an unknown keyword is a fault.
struct SchemaValidator {
  let root: JSONValue

  /// The faults of a value, each with its path; empty if there are none.
  func faults(in value: JSONValue) -> [String] { faults(value, root, "$") }

  private func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    (schema.members ?? []).flatMap { keyword in
      faults(value, keyword, schema, place).map { $0.hasPrefix("$") ? $0 : "\(place): \($0)" }
    }
  }

  private func faults(
    _ value: JSONValue, _ keyword: JSONValue.Member, _ schema: JSONValue, _ place: String
  ) -> [String] {
    let argument = keyword.value
    switch keyword.name {
    case "$schema", "title", "description", "$defs", "then", "else", "prefixItems", "properties":
      break  // Annotations, or keywords that are read together with another.
    case "$ref":
      let name = (argument.string ?? "").split(separator: "/").last.map(String.init) ?? ""
      guard let definition = root["$defs"]?[name] else { return ["no definition \(name)"] }
      return faults(value, definition, place)
    case "type":
      let names = argument.array ?? [argument]
      return names.contains { Self.isOf($0.string ?? "", value) } ? [] : ["not of type \(names)"]
    case "enum": return argument.array?.contains(value) == true ? [] : ["not one of \(argument)"]
    case "const": return argument == value ? [] : ["not \(argument)"]
    case "minLength": return (value.string?.count ?? .max) < bound(argument) ? ["too short"] : []
    case "minimum": return (value.number ?? .infinity) < argument.number ?? 0 ? ["too small"] : []
    case "maximum": return (value.number ?? -.infinity) > argument.number ?? 0 ? ["too great"] : []
    case "maxProperties":
      return (value.members?.count ?? 0) > bound(argument) ? ["too many members"] : []
    case "minItems": return (value.array?.count ?? .max) < bound(argument) ? ["too few"] : []
    case "maxItems": return (value.array?.count ?? 0) > bound(argument) ? ["too many"] : []
    case "pattern":
      guard let pattern = try? Regex(argument.string ?? "") else { return ["no pattern"] }
      return value.string.map { $0.contains(pattern) } == false ? ["not of the pattern"] : []
    case "required":
      guard let members = value.members else { return [] }
      return (argument.array ?? []).compactMap { name in
        members.contains { $0.name == name.string } ? nil : "lacks \(name.string ?? "")"
      }
    case "items":
      return elements(value, schema, place)
    case "additionalProperties":
      return (value.members ?? []).filter { schema["properties"]?[$0.name] == nil }.flatMap {
        argument == false
          ? ["\(place).\($0.name): not known"] : faults($0.value, argument, "\(place).\($0.name)")
      }
    case "anyOf", "oneOf":
      let answers = (argument.array ?? []).map { faults(value, $0, place) }
      let count = answers.count { $0.isEmpty }
      if keyword.name == "anyOf" ? count > 0 : count == 1 { return [] }
      return ["fits \(count) of \(answers.count)"] + answers.joined()
    case "not": return faults(value, argument, place).isEmpty ? ["fits what it must not"] : []
    case "if":
      let branch = faults(value, argument, place).isEmpty ? schema["then"] : schema["else"]
      return branch.map { faults(value, $0, place) } ?? []
    default: return ["the keyword \(keyword.name) is not known"]
    }
    return members(value, keyword, place)
      + (keyword.name == "prefixItems" ? elements(value, schema, place) : [])
  }

  private func members(
    _ value: JSONValue, _ keyword: JSONValue.Member, _ place: String
  ) -> [String] {
    guard keyword.name == "properties" else { return [] }
    return (value.members ?? []).flatMap { member in
      keyword.value[member.name].map { faults(member.value, $0, "\(place).\(member.name)") } ?? []
    }
  }

  private func elements(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    let first = schema["prefixItems"]?.array ?? []
    return (value.array ?? []).enumerated().flatMap { index, element in
      (index < first.count ? first[index] : schema["items"]).map {
        faults(element, $0, "\(place)[\(index)]")
      } ?? []
    }
  }

  private func bound(_ value: JSONValue) -> Int { Int(value.integer ?? 0) }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .integer),
      ("number", .real), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
