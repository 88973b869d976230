package import TraceFindings
package import TraceGrammar
package import TraceModel

/// A trace whose events can be read more than once: a file for the program, values for tests.
package protocol TraceSource {
  associatedtype ReadingError: Error

  /// Whether it has more events than could be kept for another pass.
  var isCut: Bool { get }

  /// Reads all events, and has each checked by every checker.
  /// - Parameter start: starts the checkers, by what the trace states before its first event.
  func read(by start: (Statements) -> [RunningChecker]) throws(ReadingError) -> Pass
}

/// What a trace states about itself that decides how it is judged.
package struct Statements: Sendable {
  /// The callbacks that the recorder declares that it would record; nil if it does not.
  package var records: Records?
  /// Whether the recording starts at the very beginning, so that nothing in it is older.
  package var isComplete = false
  /// Whether the app has one window, so that calls without an identity are about the same scene.
  package var hasOneWindow = false
  /// The OS version that the app ran on; nil if it names none.
  package var platform: PlatformVersion?

  /// Nothing is stated.
  package init() {}
}

/// What one reading of a trace has led to.
package struct Pass {
  /// The checkers that have checked it.
  package var checkers: [RunningChecker]
  /// What the trace has stated by its end.
  package var statements: Statements
  /// Whether any of that but the version was stated only after the first events.
  package var wasStatedLate: Bool
  /// A report with what only the reader knows: the path, the format, the metadata, and notes on reading.
  package var report: TraceReport

  package init(
    _ checkers: [RunningChecker], _ statements: Statements, wasStatedLate: Bool = false,
    report: TraceReport
  ) {
    (self.checkers, self.statements) = (checkers, statements)
    (self.wasStatedLate, self.report) = (wasStatedLate, report)
  }
}

/// The callbacks that a trace shows.
package struct ShownCallbacks {
  /// Those that occur.
  package var all: RecordedCallbacks
  /// By the name of each recorded role, the short names of those that occur for its subjects; empty if nobody asks.
  package var byRole: [String: Set<String>]

  package init(_ all: RecordedCallbacks, byRole: [String: Set<String>] = [:]) {
    (self.all, self.byRole) = (all, byRole)
  }
}

/// A grammar for recordings that show certain callbacks, with what its checkers need.
package protocol PreparedGrammar: Sendable {
  /// The grammar.
  var compiled: CompiledGrammar { get }
  /// Starts a checker.
  func start(_ options: CheckOptions) -> RunningChecker
}

extension CompiledGrammar: PreparedGrammar {
  package var compiled: CompiledGrammar { self }

  /// Starts a checker with tables of its own.
  package func start(_ options: CheckOptions) -> RunningChecker {
    let tables = CheckingTables(self, demandsCompleteLives: options.demandsCompleteLives)
    return RunningChecker(self, tables, options)
  }
}

/// A checker at work, with tables that no other uses meanwhile.
package final class RunningChecker {
  package var checker: Checker
  private let giveBack: () -> Void

  /// - Parameter giveBack: takes back the tables, which keep what was built of the automata.
  package init(
    _ compiled: CompiledGrammar, _ tables: CheckingTables, _ options: CheckOptions,
    giveBack: @escaping () -> Void = {}
  ) {
    checker = Checker(compiled, tables: tables, options: options)
    self.giveBack = giveBack
  }

  // The checker is freed after that, which reads only constants of the tables.
  deinit { giveBack() }
}
