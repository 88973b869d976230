import CallOrderKit
import TestSupport
import TraceFindings
import TraceGrammar

extension FuzzTarget {
  /// A legal life, recorded by any truthful recorder: nothing is found, by any grammar that ships.
  static let recorders = FuzzTarget(name: "recorders", mutation: .choices) { bytes in
    var random = SeededGenerator(choices: bytes)
    var recorder = RandomRecorder(random)
    var generator = LifeGenerator(seed: random.next(), style: recorder.style)
    let recordings = recorder.record(generator.life())
    for text in recordings where !text.isEmpty {
      for check in byShippedGrammars {
        let report = check.report(of: [.bytes(Array(text.utf8), name: "x")])
        if let failure = report.failures.first {
          return .complaint("\(failure.message) in\n\(text)")
        }
        let accused = report.traces.flatMap(\.violations).filter { $0.severity > .note }
        if !accused.isEmpty {
          let found = accused.map { "\($0.event) \($0.rule) \($0.subject): \($0.message)" }
          return .complaint(
            "\(found.joined(separator: "\n")) after \(recorder.steps) in\n\(text)")
        }
      }
    }
    return recordings.contains { !$0.isEmpty } ? .accepted : .rejected
  }

  private static let byShippedGrammars = ShippedGrammar.all.map {
    PreparedCheck(against: $0.grammar())
  }

  /// A single fault in a life, recorded by any truthful recorder: it is found, or something is noted.
  ///
  /// Where the recorded calls alone are a legal life, the fault is not in the recording. What a stated list leaves out may
  /// have come. Where no event names its process, a launch that came twice is the next one after a crash, and where
  /// nothing tells which session a scene has, it may be another one than those that are named.
  static let faults = FuzzTarget(name: "faults", mutation: .choices) { bytes in
    var random = SeededGenerator(choices: bytes)
    var recorder = RandomRecorder(random)
    var generator = LifeGenerator(seed: random.next(), style: recorder.style)
    let life = generator.life()
    if !recorder.linksScenes { return .rejected }
    guard let (faulty, fault) = withFault(life, recorder.namesProcesses, &random) else {
      return .rejected
    }
    let recorded = recorder.recordedAtOnce(faulty)
    if !isViolating(recorded.shown) || recorded.text.contains("\"records\":[") { return .rejected }
    let report = recordingSome.report(of: [.bytes(Array(recorded.text.utf8), name: "x")])
    guard let trace = report.traces.first else { return .rejected }
    if trace.verdict == .conforming, trace.violations.isEmpty, trace.notes.isEmpty {
      return .complaint(
        "nothing is said about \(fault) after \(recorder.steps) in\n\(recorded.text)")
    }
    return .accepted
  }

  private static let launch: Set = ["willFinishLaunching", "didFinishLaunching"]

  /// The life with one call missing, repeated or exchanged with the next one of its scene, if that is illegal when everything
  /// about it is recorded; nil if none is found.
  private static func withFault(
    _ life: [LifeEvent], _ namesProcesses: Bool, _ random: inout SeededGenerator
  ) -> (life: [LifeEvent], fault: String)? {
    for _ in 0..<8 {
      guard let place = life.indices.randomElement(using: &random) else { return nil }
      var faulty = life
      let fault: String
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        fault = "\(life[place].line), which is missing"
        faulty.remove(at: place)
      case 1:
        fault = "\(life[place].line), which came twice"
        faulty.insert(life[place], at: place)
      default:
        let rest = life[(place + 1)...]
        guard let next = rest.firstIndex(where: { $0.scene == life[place].scene }) else { continue }
        fault = "\(life[place].line) and \(life[next].line), which were exchanged"
        faulty.swapAt(place, next)
      }
      if !namesProcesses, launch.contains(life[place].callback) { continue }
      if isViolating(faulty) { return (faulty, fault) }
    }
    return nil
  }

  /// Whether events violate the grammar if everything about them is recorded.
  private static func isViolating(_ events: [LifeEvent]) -> Bool {
    let text = ([#"{"records":"all"}"#] + events.map(\.line)).joined(separator: "\n")
    let report = recordingSome.report(of: [.bytes(Array(text.utf8), name: "x")])
    return report.traces.first?.verdict == .violating
  }
}
