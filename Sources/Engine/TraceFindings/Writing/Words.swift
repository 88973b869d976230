package import TraceModel

/// `1 error`, `2 errors`, `0 errors`, `1,000 errors`.
/// - Parameter plural: of a noun that does not just get an s.
package func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}

extension SeverityCounts {
  /// The numbers that are not zero, the most severe first: `2 errors`, `1 note`.
  package var inWords: [String] {
    Severity.allCases.reversed().compactMap {
      self[$0] > 0 ? counted(self[$0], $0.name) : nil
    }
  }

  /// The worst severity that there is; a note for none.
  package var worst: Severity {
    Severity.allCases.reversed().first { self[$0] > 0 } ?? .note
  }
}

/// The texts joined with commas and one last word: `a, b or c`; nothing for none.
package func listed(_ texts: [String], _ lastWord: String) -> String {
  guard let last = texts.last else { return "" }
  if texts.count == 1 { return last }
  return texts.dropLast().joined(separator: ", ") + " \(lastWord) " + last
}

/// The text filled up with spaces to the given number of columns.
package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - displayWidth(of: text)))
}

/// Rows as lines whose cells stand below each other, without columns that are empty and without spaces at the end.
package func aligned(_ rows: [[String]]) -> [String] {
  let widths = (rows.first ?? []).indices.map { column in
    rows.map { displayWidth(of: $0[column]) }.max() ?? 0
  }
  return rows.map { row in
    var line = ""
    for (cell, width) in zip(row, widths) where width > 0 { line += padded(cell, to: width + 2) }
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Seconds with at most the given number of decimals and no zeros at their end: `12.25`.
/// - Parameter isPadded: whether the zeros at the end are kept.
package func decimal(_ number: Double, places: Int, isPadded: Bool = false) -> String {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = (number < 0 ? -number : number) * scale + 0.5
  guard scaled < 9_000_000_000_000_000_000 else { return number.description }
  let digits = padded(UInt64(scaled), places + 1)
  var fraction = digits.suffix(places)
  if !isPadded { while fraction.last == "0" { fraction.removeLast() } }
  let isZero = digits.allSatisfy { $0 == "0" }
  let sign = number < 0 && !isZero ? "-" : ""
  return sign + digits.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
}

extension [String: String] {
  /// How a callback is called where it is implemented, in a table by short names; its short name if that is not known.
  package func written(_ callback: String) -> String { self[callback] ?? callback }
}

extension Repair {
  /// The edits as one instruction, such as `insert sceneDidDisconnect before event 9`; empty when there are none.
  ///
  /// The removal and the insertion of one callback are written as a move. Calls that are assumed unrecorded come last.
  /// - Parameters:
  ///   - eventCount: the number of events in the trace, beyond which is its end.
  ///   - written: how a callback is written.
  package func inWords(
    eventCount: Int, _ written: (String) -> String = { $0 }
  ) -> String {
    var parts: [(words: String, edits: Int)] = []
    var removals = deletions
    var places: [(place: String, callbacks: [String])] = []
    for insertion in insertions {
      let place =
        insertion.beforeEvent > eventCount
        ? "at the end" : "before event \(insertion.beforeEvent)"
      if let index = removals.firstIndex(where: { $0.callback == insertion.callback }) {
        let removal = removals.remove(at: index)
        parts.append(("move \(written(removal.callback)) (event \(removal.event)) \(place)", 2))
      } else if let last = places.indices.last, places[last].place == place {
        places[last].callbacks.append(written(insertion.callback))
      } else {
        places.append((place, [written(insertion.callback)]))
      }
    }
    parts += places.map {
      ("insert \($0.callbacks.joined(separator: ", then ")) \($0.place)", $0.callbacks.count)
    }
    parts += removals.map { ("remove \(written($0.callback)) (event \($0.event))", 1) }
    if unlisted > 0 {
      // If there are very many, the first ones and the last one are shown.
      let shown = parts.prefix(2) + parts.dropFirst(2).suffix(1)
      let hidden = cost - shown.reduce(0) { $0 + $1.edits }
      parts =
        shown.prefix(2) + [("… \(counted(hidden, "more edit")) …", hidden)] + shown.dropFirst(2)
    }
    let words = listed(parts.map(\.words), "and")
    if words.isEmpty || assumed.isEmpty { return words }
    let names = assumed.map { written($0.callback) }.unique
    return "\(words), if \(listed(names, "and")) came unrecorded"
  }

  /// Whether the repair removes the callback in one place and inserts it in another.
  package func moves(_ callback: String) -> Bool {
    insertions.contains { $0.callback == callback }
      && deletions.contains { $0.callback == callback }
  }
}

extension Violation.Step {
  /// A remark that rows before this one are omitted, such as `… 12 more calls`; nil where none are.
  package var omission: String? {
    omittedBefore > 0 ? "… " + counted(omittedBefore, "more call") : nil
  }
}

extension Violation {
  /// The kind of subject that it is about, such as a session.
  package var nameOfSubjectKind: String { subjectKind ?? lifecycle }

  /// The process it happened in, if that is not its subject; nil where none is recorded.
  package var otherProcess: String? {
    nameOfSubjectKind == processKind && process == subject ? nil : process
  }

  /// What else the event says, as `name=value`.
  package var recordedMembers: String {
    origin.members.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
  }

  /// Where and when it happened: event, spelling, subject, process and time.
  package var circumstances: String {
    var parts = ["event \(event)"]
    if spelling != callback {
      parts.append(kind == .delegate ? spelling : "\(kind.name) \(spelling)")
    }
    let subjects = listed([subject] + otherSubjects, "and")
    parts.append(subject.isEmpty ? nameOfSubjectKind : "\(nameOfSubjectKind) \(subjects)")
    if let process = otherProcess { parts.append("\(processKind) \(process)") }
    if let time { parts.append("at \(recordedTime(time))") }
    return parts.joined(separator: ", ")
  }
}

extension Violation {
  /// The callbacks that would have been legal, the likeliest first: those that the repair inserts, then those that the
  /// grammar names first, which are the usual ones.
  package var expectedByLikelihood: [String] {
    let inserted = repair.insertions.map(\.callback).filter(expected.contains)
    var seen: Set<String> = []
    return (inserted + expected).filter { seen.insert($0).inserted }
  }

  /// The callbacks that would have been legal, the likeliest first: `a, b or c`; empty where none would have been, or more
  /// than help.
  /// - Parameter written: how a callback is written.
  package func expectedInWords(_ written: (String) -> String = { $0 }) -> String {
    // Cases of one callback are written alike.
    let names = expectedByLikelihood.map(written).unique
    return names.count > 3 ? "" : listed(names, "or")
  }
}

extension [PossibleCause] {
  /// What the first one is: a `cause` if the recording proves it; a `likely cause` if it has evidence for it, and none that lost
  /// events explain the finding as well, otherwise a `possible cause`; or a fault of the recording, so that nobody looks for it
  /// in the app.
  package var heading: String {
    guard let first else { return "" }
    if first.isProven { return "cause" }
    let isLossPossible = dropFirst().first.map { $0.id == .recordingCut && $0.evidence != nil }
    if first.evidence == nil || isLossPossible ?? false && !first.id.isInRecording {
      return first.id.isInRecording ? "possibly a recording error" : "possible cause"
    }
    return first.id.isInRecording ? "probably a recording error" : "likely cause"
  }

  /// The first cause in one line, with its evidence and what to do; empty where none is known.
  package var advice: String {
    first.map { "\(heading.capitalizedFirst): \($0.inWords)" } ?? ""
  }
}

extension PossibleCause {
  /// The reason with its evidence, and what to do.
  package var inWords: String { "\(reason) \(action)" }

  /// The reason with its evidence.
  package var reason: String { "\(text)\(evidence.map { " (\($0))" } ?? "")." }
}

extension TraceReport {
  package static let unknownCallbacksID = "unknown-callback"

  /// The notes; the one on unknown callbacks is included if there are any and their names are known.
  package var notesToTell: [Note] {
    let others = notes.filter { $0.id != Self.unknownCallbacksID }
    if unknownCallbacks.isEmpty { return others }
    let recorded = notes.first { $0.id == Self.unknownCallbacksID }
    return others + [recorded ?? Note(id: Self.unknownCallbacksID, message: "")]
  }

  /// What a note says. Of unknown callbacks, it names up to eight and how often each occurred, in place of their number.
  /// - Parameters:
  ///   - name: how a callback is written.
  ///   - text: how other text is written.
  package func words(
    of note: Note, name: (String) -> String, text: (String) -> String
  ) -> String {
    guard note.id == Self.unknownCallbacksID else { return text(note.message) }
    let rest = note.message.firstIndex(of: ";").map { text(String(note.message[$0...])) }
    return "unknown calls, ignored: " + unknownNames(name) + (rest ?? "")
  }

  private func unknownNames(_ written: (String) -> String) -> String {
    var names = unknownCallbacks.prefix(8).map {
      written($0.callback) + ($0.count == 1 ? "" : " (\(grouped($0.count)) times)")
    }
    let rest = unknownCallbacks.count - names.count
    if rest > 0 { names.append("\(grouped(rest)) more") }
    return listed(names, "and")
  }
}

// The standard library has these only in iOS 16, and apps that record may run on iOS 15. Texts are searched byte by byte.
extension StringProtocol {
  /// Where a text that is not empty begins in it; nil where it does not occur.
  package func start(of part: String) -> Index? {
    // In buffers, this takes a tenth of the time that it takes over the collections of any type of text.
    var (text, part) = (String(self), part)
    let place = text.withUTF8 { text in
      part.withUTF8 { part in
        (0..<Swift.max(0, text.count - part.count + 1)).first { place in
          text[place] == part[0] && part.indices.allSatisfy { text[place + $0] == part[$0] }
        }
      }
    }
    return place.map { utf8.index(startIndex, offsetBy: $0) }
  }

  /// The text with another one in place of each occurrence of a part, which is not empty.
  package func filled(_ part: String, with other: String) -> String {
    var (result, rest) = ("", self[...])
    while let place = rest.start(of: part) {
      result += rest[..<place] + other
      rest = rest[rest.utf8.index(place, offsetBy: part.utf8.count)...]
    }
    return result + rest
  }
}

extension String {
  /// With a capital letter at its start.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// What follows the first colon with a space; nil if there is none.
  package var afterColon: Substring? {
    start(of: ": ").map { self[utf8.index($0, offsetBy: 2)...] }
  }
}

/// The names of states as words: `not running or background`.
package func statesInWords(_ names: [String]) -> String { listed(names.map(stateInWords), "or") }

/// What a subject is in one of some states: `inactive or in the background`.
package func conditionInWords(_ states: [String]) -> String {
  listed(states.map { $0 == "background" ? "in the background" : stateInWords($0) }, "or")
}

/// The name of a state as words: `not running` for `notRunning`.
package func stateInWords(_ name: String) -> String {
  guard name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return name }
  var words = ""
  var wasLowercase = false
  for letter in name {
    let isStart = letter.isUppercase && wasLowercase
    words += isStart ? " " + letter.lowercased() : String(letter)
    wasLowercase = letter.isLowercase || letter.isNumber
  }
  return words
}
