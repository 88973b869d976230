/// The program whose calls are read from a log, because a trace is about one app: the first one with any calls.
struct OneProgram: Sendable {
  private var name: String?
  private var other = ""
  private var otherCount = 0

  /// Whether calls of the program count. If not, the call is noted.
  mutating func includes(_ program: String) -> Bool {
    if name == nil { name = program }
    if name == program { return true }
    if otherCount == 0 { other = program }
    otherCount += 1
    return false
  }

  /// Whether the calls of a program do not count, as far as is known by now.
  func isOther(_ program: String) -> Bool { name.map { $0 != program } ?? false }

  /// A note on calls of other programs.
  var notes: [ReadingNote] {
    if otherCount == 0 { return [] }
    let calls = otherCount == 1 ? "1 call" : "\(otherCount) calls"
    let message =
      "\(calls) of programs other than \"\(name ?? "")\", such as \"\(other)\"; a trace is about"
      + " one app, so they are not checked"
    return [ReadingNote(id: "other-programs", count: otherCount, message: message)]
  }
}
