package import TraceFindings
package import TraceGrammar

/// The worst finding of a report as a small moving picture: a device with the recorded window beside one with the
/// expected window, call by call up to the fault. It has no script, and stands still where motion is not wanted.
package struct FindingFilm {
  /// A moment: a call that came, or one that was expected.
  private struct Frame {
    var words: String
    var pause: Double?
    var actual: String
    var expected: String
    var isMissing = false
  }

  private static let frameLimit = 12
  private static let frameSeconds = 1.0
  /// How long the picture rests on the fault before it begins again.
  private static let restSeconds = 4.0

  private let report: Report
  private let grammar: Grammar?
  private let palette: StatePalette

  package init(_ report: Report, grammar: Grammar?) {
    (self.report, self.grammar) = (report, grammar)
    let coverage = report.coverage
    palette = StatePalette(
      grammar: grammar,
      graphs: grammar?.stateGraphs(coverage: coverage)
        ?? coverage.lifecycles.map { StateGraph(of: $0) })
  }

  /// The picture as a file of its own.
  package var svg: [UInt8] {
    let all = report.traces.lazy.flatMap { trace in trace.violations.map { (trace, $0) } }
    let worst = all.map(\.1.severity).max()
    guard let (trace, violation) = all.first(where: { $0.1.severity == worst }) else {
      return still
    }
    let frames = frames(of: violation)
    let place = "\(Phrases.shortPlace(trace.path)):\(violation.line) · event \(violation.event)"
    var body: Markup = """
      \(html: PageFrame.sign(of: violation.severity))
      <text class="title" x="44" y="33">\(cut(Phrases.sentence(violation.message), 74))</text>
      <text class="dim" x="44" y="52">\(cut("\(violation.rule) · \(place)", 88))</text>
      \(html: device(x: 110, name: "recorded", frames.map(\.actual), class: "w1", isGhost: false))
      \(html: device(x: 380, name: "expected", frames.map(\.expected), class: "w2", isGhost: true))

      """
    for (number, frame) in frames.enumerated() {
      let pause = frame.pause.map { "+\(duration($0)) " } ?? ""
      body += """
        <g class="f f\(number)"><text class="call\(frame.isMissing ? " bad" : "")" x="320" y="292">\
        <tspan class="dim">\(pause)</tspan>\(cut(frame.words, 70))</text>\
        \(html: label(frame.actual, x: 110))\(html: label(frame.expected, x: 380))</g>

        """
    }
    let label = "\(violation.severity.name): \(Phrases.sentence(violation.message)), at \(place)"
    return file(body, label: label, motion: motion(frames), severity: violation.severity)
  }

  /// The picture of a report without findings.
  private var still: [UInt8] {
    let events = Phrases.count(report.traces.reduce(0) { $0 + $1.events }, "event")
    let isChecked = report.verdict == .conforming
    let words = isChecked ? "\(events), all in order" : "Nothing was checked"
    return file(
      """
      <text class="title" x="20" y="33">\(Phrases.mark(isChecked ? Outcome.passing : .inconclusive)) \(words)</text>

      """, height: 52, label: words, motion: "", severity: nil)
  }

  private func cut(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }

  // MARK: Frames

  private func frames(of violation: Violation) -> [Frame] {
    var frames: [Frame] = []
    var (actual, expected) = ("", "")
    var last: Double?
    for step in violation.steps {
      let state = step.states.count == 1 ? step.states[0] : ""
      let name = name(of: step.callback)
      if step.mark != .unexpected { expected = state }
      if step.mark != .missing {
        actual = step.mark == .unexpected ? self.state(after: step.callback) ?? actual : state
      }
      if step.mark == .match, step.offending, frames.last?.isMissing ?? false {
        // Up to here the expected window is where the missing call led.
        expected = frames[frames.count - 1].expected
      }
      let pause = step.time.flatMap { time in last.map { time - $0 } }.flatMap {
        $0 >= 0.01 ? $0 : nil
      }
      last = step.time ?? last
      frames.append(
        Frame(
          words: step.mark == .missing ? "\(name) was expected here" : name, pause: pause,
          actual: actual, expected: expected, isMissing: step.mark == .missing))
      if step.offending { break }
    }
    if frames.isEmpty {
      let state = violation.states.count == 1 ? violation.states[0] : ""
      frames = [
        Frame(words: name(of: violation.callback), pause: nil, actual: state, expected: state)
      ]
    }
    return frames.suffix(Self.frameLimit)
  }

  /// The state that a call leads to wherever it is allowed, if that is only one.
  private func state(after name: String) -> String? {
    guard let grammar else { return nil }
    let states = Set(
      grammar.lifecycles.flatMap { lifecycle in
        lifecycle.transitions.filter {
          grammar.callbacks[$0.callback].name == name && $0.from != $0.to
        }.map { lifecycle.states[$0.to].name }
      })
    return states.count == 1 ? states.first : nil
  }

  private func name(of callback: String) -> String {
    grammar?.writtenName(callback) ?? callback
  }

  // MARK: Drawing

  private func device(
    x: Double, name: String, _ states: [String], class style: String, isGhost: Bool
  ) -> Markup {
    """
    <text class="name" x="\(x + 75)" y="84">\(name)</text>
    <rect class="frame\(isGhost ? " ghost" : "")" x="\(x)" y="94" width="150" height="172" rx="16"/>
    <svg x="\(x + 7)" y="101" width="136" height="158"><rect class="\(style)" width="136" height="158" rx="10"/></svg>
    """
  }

  private func label(_ state: String, x: Double) -> Markup {
    let isInside = palette.look(of: state) == .inner
    return
      "<text class=\"state\(isInside ? " on" : "")\" x=\"\(x + 75)\" y=\"184\">\(cut(stateInWords(state), 20))</text>"
  }

  /// The place and the color of the window in a state.
  private func look(of state: String) -> String {
    if state.isEmpty { return "transform:translate(44px,50px) scale(.35);opacity:0;fill:var(--s4)" }
    switch palette.look(of: state) {
    case .inner: return "transform:none;opacity:1;fill:var(--s0)"
    case .near: return "transform:none;opacity:.9;fill:var(--s1)"
    case .middle: return "transform:translate(10px,11px) scale(.86);opacity:1;fill:var(--s2)"
    case .further: return "transform:translate(18px,84px) scale(.74);opacity:1;fill:var(--s3)"
    case .outer, .wide: return "transform:translate(27px,32px) scale(.6);opacity:1;fill:var(--s4)"
    case .ended: return "transform:translate(44px,50px) scale(.35);opacity:0;fill:var(--s4)"
    }
  }

  private func motion(_ frames: [Frame]) -> String {
    let total = Double(frames.count) * Self.frameSeconds + Self.restSeconds
    func percent(_ seconds: Double) -> String {
      decimal(100 * seconds / total, places: 2, isPadded: false) + "%"
    }
    var text = ""
    for (name, states) in [("w1", frames.map(\.actual)), ("w2", frames.map(\.expected))] {
      text += "@keyframes \(name){"
      for (number, state) in states.enumerated() {
        let start = Double(number) * Self.frameSeconds
        let end = number == states.count - 1 ? total : start + Self.frameSeconds
        text += "\(percent(number == 0 ? 0 : start + 0.4)),\(percent(end)){\(look(of: state))}"
      }
      text += "}\n.\(name){\(look(of: states.last ?? ""));animation:\(name) \(total)s infinite}\n"
    }
    for number in frames.indices {
      let start = Double(number) * Self.frameSeconds
      let isLast = number == frames.count - 1
      let end = isLast ? total : start + Self.frameSeconds
      text += "@keyframes f\(number){"
      if number > 0 { text += "0%,\(percent(start)){opacity:0}" }
      text +=
        "\(percent(start + (number == 0 ? 0 : 0.01))),\(percent(end - (isLast ? 0 : 0.01))){opacity:1}"
      if !isLast { text += "\(percent(end)),100%{opacity:0}" }
      text += "}\n.f\(number){opacity:\(isLast ? 1 : 0);animation:f\(number) \(total)s infinite}\n"
    }
    return text
  }

  private func file(
    _ body: Markup, height: Int = 312, label: String, motion: String, severity: Severity?
  ) -> [UInt8] {
    let style = (EmbeddedFiles.page["page/film.css"] ?? "").dropLast()
    let color = severity.map { ".film{--sev:var(--\($0.name))}" } ?? ""
    let picture: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" class="film" viewBox="0 0 640 \(height)" width="640" height="\(height)" role="img" \
      aria-label="\(label)">
      <title>\(label)</title>
      <style>\(html: Markup(trusted: "\(style)\(color)\n\(motion)@media (prefers-reduced-motion:reduce){*{animation:none!important}}"))</style>
      <rect class="paper" width="640" height="\(height)" rx="10"/>
      \(html: body)</svg>

      """
    return picture.bytes
  }
}
