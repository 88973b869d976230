package import TestSupport
import TraceModel
package import TraceFindings

/// Random reports for property tests, with any member set or not.
package struct RandomReports {
  private var generator: SeededGenerator

  package init(seed: UInt64) { self.init(random: SeededGenerator(seed: seed)) }

  package init(random: SeededGenerator) { generator = random }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func list<Element>(
    upTo most: Int, _ make: (inout Self) -> Element
  ) -> [Element] {
    (0..<number(0...most)).map { _ in make(&self) }
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    number(0...2) == 0 ? nil : make(&self)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  package mutating func text() -> String {
    pick([
      "", "willConnect", "didDiscard", "a b", "é", "\u{1B}[1m", "\u{202E}x", "]]>", "</script>",
      "::error::x", "tab\tline\n", "👩‍👩‍👧", "\\\"", "|`", String(number(0...999)),
    ])
  }

  /// A number with at most 13 significant digits, which JSON preserves exactly.
  private mutating func seconds() -> Double { Double(number(-1_000_000...1_000_000_000)) / 1_024 }

  private mutating func names(_ value: (inout Self) -> String) -> [RecordedMember] {
    (0..<number(0...3)).map { .init(name: "m\($0)" + text(), value: value(&self)) }
  }

  package mutating func violation() -> Violation {
    var violation = anyViolation()
    violation.processKind = pick(["process", "host", text()])
    violation.origin = EventOrigin(
      file: maybe { $0.pick(["A.swift", "../B.swift", "/C.swift", $0.text()]) },
      line: maybe { $0.number(1...99) },
      excerpt: maybe { random in
        .init(firstLine: random.number(1...99), lines: random.list(upTo: 6) { $0.text() })
      }, members: names { $0.text() })
    return violation
  }

  private mutating func anyViolation() -> Violation {
    Violation(
      rule: pick(["rule-a", "rule-b", "rule-c"]), severity: pick(Severity.allCases),
      cause: pick(Cause.allCases), event: number(1...50), line: number(1...99), callback: text(),
      spelling: text(), kind: pick([.delegate, .notification, .action]), lifecycle: text(),
      subject: text(), process: maybe { $0.text() }, time: maybe { $0.seconds() },
      states: list(upTo: 3) { $0.text() }, expected: list(upTo: 3) { $0.text() }, message: text(),
      assumption: maybe { $0.text() },
      repair: Repair(
        insertions: list(upTo: 2) { .init(callback: $0.text(), beforeEvent: $0.number(1...60)) },
        deletions: list(upTo: 2) { .init(event: $0.number(1...60), callback: $0.text()) }),
      related: list(upTo: 2) {
        .init(event: $0.number(1...60), line: $0.number(1...60), message: $0.text())
      },
      steps: list(upTo: 5) { $0.step() }, quirk: maybe { $0.text() },
      fingerprint: String(repeating: pick(["0", "1", "a", "f"]), count: 32),
      suppression: maybe {
        Suppression(source: $0.pick(Suppression.Source.allCases), reason: $0.maybe { $0.text() })
      })
  }

  private mutating func step() -> Violation.Step {
    let mark = pick(Violation.Step.Mark.allCases)
    let place = mark == .missing ? nil : number(1...60)
    return .init(
      mark: mark, event: place, line: place, callback: text(), states: list(upTo: 2) { $0.text() },
      time: maybe { $0.seconds() }, offending: number(0...1) == 1)
  }

  private mutating func timeline() -> Timeline {
    let lanes = list(upTo: 3) { generator in
      Timeline.Lane(
        kind: generator.text(), subject: generator.text(), role: generator.maybe { $0.text() },
        intervals: generator.list(upTo: 3) {
          .init(state: $0.text(), firstEvent: $0.number(1...9), endEvent: $0.number(9...20))
        })
    }
    return Timeline(
      lanes: lanes,
      entries: list(upTo: 6) { generator in
        .init(
          event: generator.number(1...60), line: generator.number(1...60),
          callback: generator.text(), kind: generator.pick(EventKind.allCases),
          time: generator.maybe { $0.seconds() }, duration: generator.maybe { $0.seconds() },
          lanes: lanes.isEmpty
            ? [] : generator.list(upTo: 2) { $0.number(0...lanes.count - 1) },
          processLane: lanes.isEmpty ? nil : generator.maybe { $0.number(0...lanes.count - 1) },
          details: generator.names { $0.text() })
      }, isComplete: number(0...1) == 1)
  }

  package mutating func coverage() -> Coverage {
    Coverage(
      lifecycles: list(upTo: 2) { generator in
        .init(
          name: generator.text(),
          states: generator.list(upTo: 3) { .init(name: $0.text(), visits: $0.number(0...9)) },
          transitions: generator.list(upTo: 3) {
            .init(
              from: $0.text(), callback: $0.text(), to: $0.text(), visits: $0.number(0...9))
          })
      },
      rules: list(upTo: 3) {
        .init(id: $0.text(), exercised: $0.number(0...9), violated: $0.number(0...9))
      },
      unmentioned: list(upTo: 2) { .init(callback: $0.text(), count: $0.number(1...9)) })
  }

  private mutating func trace() -> TraceReport {
    var trace = TraceReport(path: "t/\(number(0...999_999)).json", format: text())
    trace.metadata = names { $0.text() }
    trace.verdict = pick(Verdict.allCases)
    trace.reason = maybe { $0.text() }
    trace.events = number(0...100)
    trace.subjectCounts = pick([["process", "session"], ["host", "wire", "packet"], ["session"]])
      .map { .init(kind: $0, count: number(0...5)) }
    trace.repairCost = number(0...100)
    trace.add(list(upTo: 5) { $0.violation() })
    trace.unlistedViolations = number(0...3)
    trace.unknownCallbacks = list(upTo: 3) { .init(callback: $0.text(), count: $0.number(1...9)) }
    trace.notes = list(upTo: 3) { generator in
      .init(
        id: generator.text(), event: generator.maybe { $0.number(1...9) },
        line: generator.maybe { $0.number(1...9) }, count: generator.number(1...9),
        message: generator.text())
    }
    trace.coverage = coverage()
    trace.timeline = maybe { $0.timeline() }
    return trace
  }

  package mutating func report() -> Report {
    var report = Report(
      toolVersion: text(), grammarName: text(), grammarVersion: text(),
      traces: list(upTo: 4) { $0.trace() },
      failures: list(upTo: 2) { generator in
        .init(
          path: "f/\(generator.number(0...999_999))",
          position: generator.maybe {
            SourcePosition(
              line: $0.number(1...9), column: $0.number(1...9), offset: $0.number(0...99))
          }, message: generator.text())
      },
      rules: list(upTo: 2) { generator in
        .init(
          id: "r\(generator.number(0...999_999))", severity: generator.pick(Severity.allCases),
          title: generator.text(), explanation: generator.text(),
          link: generator.maybe { $0.text() }, facts: generator.list(upTo: 2) { $0.text() })
      })
    report.grammarPath = maybe { $0.text() }
    return report
  }
}
