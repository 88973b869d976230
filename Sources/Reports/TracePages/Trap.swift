internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// Texts that catch a finding in the act: a breakpoint, the steps that bring the app there, and a test.
struct Trap {
  let violation: Violation
  let trace: TraceReport
  let grammar: Grammar?

  /// The texts with their titles; those that make no sense for the finding are left out.
  var texts: [(title: String, text: String)] {
    [
      ("Breakpoint for LLDB", breakpoint), ("Steps for the simulator", simulatorSteps),
      ("The same as a UI test", interfaceTest), ("Regression test", regressionTest),
    ].compactMap { title, text in text.map { (title, $0) } }
  }

  private func callback(_ name: String) -> Callback? {
    grammar?.callbacks.first { $0.name == name }
  }

  // MARK: LLDB

  /// Nobody calls a notification, so there is nothing to stop at.
  private var breakpoint: String? {
    guard violation.kind == .delegate, let selector = selector(of: violation.callback)
    else { return nil }
    let condition = condition(on: selector).map { " --condition '\($0)'" } ?? ""
    var lines = ["breakpoint set --selector \(selector)\(condition) --command bt"]
    for missing in Set(violation.repair.insertions.map(\.callback)).sorted().prefix(3) {
      guard let selector = self.selector(of: missing) else { continue }
      lines.append("breakpoint set --selector \(selector) --auto-continue true --command 'bt 12'")
    }
    return lines.joined(separator: "\n")
  }

  private func selector(of name: String) -> String? {
    callback(name)?.objectiveC.first { selector in
      selector.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || byte == 0x3A || byte == 0x5F
      }
    }
  }

  /// What is true in the call that is wrong: another thread, or the state that the scene has by UIKit. The first argument
  /// of a method is the third of its function.
  private func condition(on selector: String) -> String? {
    if violation.rule == "callback-off-main" { return "(BOOL)[NSThread isMainThread] == NO" }
    let raw = ["active": 0, "inactive": 1, "background": 2]
    guard selector.hasPrefix("scene"), selector.contains(":"), violation.states.count == 1,
      let value = raw[violation.states[0]]
    else { return nil }
    return "(NSInteger)[(id)$arg3 activationState] == \(value)"
  }

  // MARK: Replay

  /// Something that a person or a script does to the app.
  private enum Deed: Equatable {
    case launch, home, back, open, terminate
    case byHand(String)
  }

  /// What was done to the window of the finding since the last launch, at most eight deeds: more is not a recipe.
  private var deeds: [(deed: Deed, event: Int, time: Double?)] {
    guard grammar?.name.hasPrefix("UIScene") ?? false, let timeline = trace.timeline else {
      return []
    }
    let last = min(violation.event, timeline.entries.last?.event ?? 1)
    let before = timeline.entries(in: 1...max(1, last)).suffix(2_000)
    if before.isEmpty { return [] }
    let start = before.lastIndex { $0.callback == "didFinishLaunching" } ?? before.startIndex
    var deeds: [(deed: Deed, event: Int, time: Double?)] = []
    var isAway = false
    for entry in before[start...] where entry.event < violation.event {
      guard entry.kind == .delegate, isOfTheSameWindow(entry, in: timeline),
        let deed = Self.deed(entry.callback, isAway: isAway)
      else { continue }
      if deed == .home { isAway = true }
      if deed == .back || deed == .launch { isAway = false }
      if deeds.last?.deed != deed { deeds.append((deed, entry.event, entry.time)) }
    }
    deeds = deeds.suffix(8)
    if deeds.first?.deed == .back { deeds.removeFirst() }
    if deeds.first?.deed != .launch {
      deeds.insert((.launch, 0, deeds.first?.time ?? before[start].time), at: 0)
    }
    return deeds
  }

  /// Whether an event names the subject of the finding, or none of its kind.
  private func isOfTheSameWindow(_ entry: Timeline.Entry, in timeline: Timeline) -> Bool {
    let others = entry.shownLanes.map { timeline.lanes[$0] }.filter {
      $0.kind == violation.nameOfSubjectKind && !$0.subject.isEmpty
    }
    return others.isEmpty || others.contains { $0.subject == violation.subject }
  }

  private static func deed(_ callback: String, isAway: Bool) -> Deed? {
    switch callback {
    case "didFinishLaunching": .launch
    case "didEnterBackground", "applicationDidEnterBackground": .home
    case "willEnterForeground", "applicationWillEnterForeground": isAway ? .back : nil
    case "openURLContexts": .open
    case "applicationWillTerminate": .terminate
    case "didDisconnect": .byHand("close the window")
    case "didDiscard": .byHand("remove the window in the app switcher")
    case "performAction": .byHand("choose a quick action of the icon")
    default: nil
    }
  }

  /// The deeds line by line, each after the pause that the recording has before it.
  private func lines(pause: (Int) -> String, _ line: (Deed) -> String) -> [String] {
    var lines: [String] = []
    let deeds = deeds
    var last = deeds.first?.time
    func wait(until time: Double?) {
      guard let time, let before = last, time - before >= 1 else { return }
      lines.append(pause(Int(min(60, time - before).rounded(.up))))
      last = time
    }
    for (deed, _, time) in deeds {
      wait(until: time)
      lines.append(line(deed))
      last = time ?? last
    }
    wait(until: violation.time)
    return lines
  }

  private var bundle: String? {
    trace.metadata.first { $0.name == "app" || $0.name == "bundle" }?.value
  }

  private var simulatorSteps: String? {
    guard !deeds.isEmpty else { return nil }
    let app = Phrases.shellQuoted(bundle ?? "com.example.App")
    let steps = lines(pause: { "sleep \($0)" }) { deed in
      switch deed {
      case .launch: "xcrun simctl launch --terminate-running-process booted \"$app\""
      // There is no command for the Home Screen; another app does the same to this one.
      case .home: "xcrun simctl launch booted com.apple.Preferences"
      case .back: "xcrun simctl launch booted \"$app\""
      case .open: "xcrun simctl openurl booted \"$url\""
      case .terminate: "xcrun simctl terminate booted \"$app\""
      case .byHand(let what): "read -p 'By hand: \(what). Then press Return.' _"
      }
    }
    let url = deeds.contains { $0.deed == .open } ? ["url='example://link'"] : []
    return (["app=\(app)"] + url + steps + ["# \(ending)"]).joined(separator: "\n")
  }

  private var interfaceTest: String? {
    guard !deeds.isEmpty else { return nil }
    let steps = lines(pause: { "sleep(\($0))" }) { deed in
      switch deed {
      case .launch: "app.launch()"
      case .home: "XCUIDevice.shared.press(.home)"
      case .back: "app.activate()"
      case .open: "app.open(URL(string: \"example://link\")!)"
      case .terminate: "app.terminate()"
      case .byHand(let what): "// By hand: \(what)."
      }
    }
    let body = (["let app = XCUIApplication()"] + steps + ["// \(ending)"])
    return """
      func test\(testName.capitalizedFirst)() {
      \(body.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
  }

  private var ending: String {
    let name = callback(violation.callback)?.swift.first ?? violation.callback
    return "event \(violation.event): \(oneLine(name)) came here"
  }

  // MARK: Test

  /// The recorded calls as a scenario that breaks the rule, and the expectation on a new recording. A long trace would make
  /// a long test; there, the recording is better.
  private var regressionTest: String? {
    // A timeline does not have the threads.
    guard let grammar, grammar.name == "UIScene", violation.rule != "callback-off-main",
      let timeline = trace.timeline, timeline.isComplete, (1...60).contains(timeline.entries.count)
    else { return nil }
    var header = trace.observed?.source == .stated ? ["records: .all"] : []
    if let os = trace.metadata.first(where: { $0.name == "os" })?.value {
      header.append("os: \(literal(os))")
    }
    return """
      import CallOrderTesting
      import Testing

      /// The calls as they were recorded.
      @Test func \(testName)() {
        let scenario = RecordedScenario(\(header.joined(separator: ", "))) {
      \(scenario(timeline).joined(separator: "\n"))
        }
        expectViolation(\(literal(violation.rule)), in: scenario)
      }

      /// A recording of the same steps after the fix.
      @Test func \(testName)IsFixed() throws {
        expectConforming(try Recording(contentsOf: \(literal(Phrases.fileName(trace.path)))))
      }
      """
  }

  /// The events as steps of a scenario, those in a row about the same subject in one block.
  private func scenario(_ timeline: Timeline) -> [String] {
    var lines: [String] = []
    var open: [String] = []
    func enter(_ blocks: [String]) {
      let kept = zip(open, blocks).prefix { $0 == $1 }.count
      while open.count > kept {
        open.removeLast()
        lines.append(indent(open.count) + "}")
      }
      for block in blocks.dropFirst(kept) {
        lines.append(indent(open.count) + block + " {")
        open.append(block)
      }
    }
    for entry in timeline.entries {
      let sessions = entry.shownLanes.filter { timeline.lanes[$0].kind == "session" }
      let isSet = entry.callback == "didDiscard"
      var blocks: [String] = []
      if let process = entry.processLane, !timeline.lanes[process].subject.isEmpty {
        blocks.append("InProcess(\(literal(timeline.lanes[process].subject)))")
      }
      if !isSet, let session = sessions.first, !timeline.lanes[session].subject.isEmpty {
        blocks.append("InSession(\(literal(timeline.lanes[session].subject)))")
      }
      enter(blocks)
      lines.append(
        indent(open.count)
          + step(entry, sessions: isSet ? sessions.map { timeline.lanes[$0].subject } : []))
    }
    enter([])
    return lines
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth + 2) }

  private func step(_ entry: Timeline.Entry, sessions: [String]) -> String {
    if entry.kind == .gap { return "Lost()" }
    let known = callback(entry.callback)
    let isPosted = entry.kind == .notification
    let spelling =
      isPosted ? known?.notifications.first : known?.swift.first ?? known?.objectiveC.first
    var parts = [literal(spelling ?? entry.callback)]
    if !sessions.isEmpty {
      parts.append("sessions: [\(sessions.map(literal).joined(separator: ", "))]")
    }
    if let time = entry.time { parts.append("time: \(decimal(time, places: 3))") }
    if let duration = entry.duration, entry.kind == .delegate {
      parts.append("duration: \(decimal(duration, places: 3))")
    }
    let members = entry.details.filter { ["thread", "state", "role"].contains($0.name) }
    if !members.isEmpty {
      let list = members.map { "\(literal($0.name)): \(literal($0.value))" }
      parts.append("members: [\(list.joined(separator: ", "))]")
    }
    let word = isPosted ? "Post" : entry.kind == .action ? "Act" : "Call"
    return "\(word)(\(parts.joined(separator: ", ")))"
  }

  /// The rule's id as the name of a function: `backgroundWithoutResign`.
  private var testName: String {
    let words = violation.rule.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let name = words.enumerated().map { offset, word in
      offset == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return name.first?.isLetter ?? false ? name : "finding" + name
  }

  /// A string literal of Swift.
  private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in oneLine(text).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { literal += "\\" }
      literal.unicodeScalars.append(scalar)
    }
    return literal + "\""
  }

  /// Text of a trace as a part of a line, which nothing in it can end.
  private func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(200).map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }
}
