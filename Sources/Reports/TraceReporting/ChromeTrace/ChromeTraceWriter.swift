internal import TraceJSON

/// Writes Chrome Trace Event JSON, one event per line.
struct ChromeTraceWriter {
  /// The numbers of a process and of a track of it.
  struct Place {
    var process: Int
    var track: Int
  }

  /// The value of an argument.
  enum Value {
    case text(String)
    case number(Int)
  }

  /// How many escaped texts are cached; most are written often.
  private static let limit = 65_536

  private var bytes = Array(#"{"displayTimeUnit":"ms","traceEvents":["#.utf8)
  private var written: [String: [UInt8]] = [:]
  private var isFirst = true

  /// Names a process or a track.
  mutating func name(_ what: String, _ place: Place, _ name: String) {
    begin("M", what, place)
    add(#","args":{"name":"#)
    add(quoted: name)
    add("}}")
  }

  /// Sets the position of a track among those of its process.
  mutating func order(_ place: Place, by index: Int) {
    begin("M", "thread_sort_index", place)
    add(#","args":{"sort_index":\#(index)}}"#)
  }

  /// Writes a slice, which must not begin before the one that was written before it on its track has ended.
  mutating func slice(_ name: String, _ place: Place, from start: Int64, to end: Int64) {
    begin("B", name, place)
    add(#","cat":"state","ts":\#(Self.microseconds(start))}"#)
    begin("E", name, place)
    add(#","cat":"state","ts":\#(Self.microseconds(max(start, end)))}"#)
  }

  /// Writes something that takes no time.
  mutating func instant(
    _ name: String, _ category: String, _ place: Place, at time: Int64, scope: String,
    _ arguments: [(String, Value)]
  ) {
    begin("i", name, place)
    add(#","cat":"#)
    add(quoted: category)
    add(#","s":"\#(scope)","ts":\#(Self.microseconds(time)),"args":{"#)
    var names: Set<String> = []
    for (name, value) in arguments where names.insert(name).inserted {
      if names.count > 1 { add(",") }
      add(quoted: name)
      add(":")
      switch value {
      case .text(let text): add(quoted: text)
      case .number(let number): add("\(number)")
      }
    }
    add("}}")
  }

  /// The whole document.
  consuming func finish() -> [UInt8] {
    bytes += Array("\n]}\n".utf8)
    return bytes
  }

  private mutating func begin(_ phase: String, _ name: String, _ place: Place) {
    add(isFirst ? "\n" : ",\n")
    isFirst = false
    add(#"{"ph":"\#(phase)","name":"#)
    add(quoted: name)
    add(#","pid":\#(place.process),"tid":\#(place.track)"#)
  }

  private mutating func add(_ text: String) { bytes += Array(text.utf8) }

  private mutating func add(quoted text: String) {
    if let known = written[text] {
      bytes += known
      return
    }
    let quoted = JSONValue.string(text).serialized(indentation: nil)
    if written.count < Self.limit { written[text] = quoted }
    bytes += quoted
  }

  private static func microseconds(_ nanoseconds: Int64) -> String {
    let rest = nanoseconds % 1_000
    if rest == 0 { return "\(nanoseconds / 1_000)" }
    return "\(nanoseconds / 1_000)." + String("\(1_000 + rest)".dropFirst())
  }
}
