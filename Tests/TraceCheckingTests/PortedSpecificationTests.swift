import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

/// Specifications of other tools for runtime verification, in the notation of grammars.
@Suite("A specification of another tool")
struct PortedSpecificationTests {
  /// What is found in a trace, as rules and events.
  private func found(_ grammar: String, _ events: [String], complete: Bool = false) throws
    -> [String]
  {
    let (parsed, diagnostics) = Grammar.parse(Array(grammar.utf8))
    let grammar = try #require(parsed, "\(diagnostics.map(\.message))")
    let lines = [#"{"format":"callorder.trace/1","records":"all"}"#] + events.map { "{\($0)}" }
    let report = try TraceCheck(grammar, demandsCompleteLives: complete)
      .report(of: lines.joined(separator: "\n"))
    return report.violations.map { "\($0.rule) \($0.event) \($0.subject)" }
  }

  // MARK: - DejaVu, time52: no second dispatch of a task within 10 s

  private static let dispatches = """
    grammar Dispatches "1" {}
    subject task { member "task" }
    callback dispatch about task {}
    callback complete about task {}
    lifecycle task about task { idle -> dispatch idle | complete idle | . }
    rule too-soon error {
      dispatch at least 10 s after dispatch
      title "A task is not dispatched again within 10 s" message "'{callback}' came too soon"
    }
    """

  @Test(
    "forbids a second call within a time",
    arguments: [
      ([0.0, 10.0], []), ([0.0, 9.999], [2]), ([0.0, 12.0, 13.0], [3]), ([0.0, 1.0, 2.0], [2, 3]),
      ([5.0, 3.0], []),
    ] as [([Double], [Int])])
  func dispatch(_ times: [Double], _ broken: [Int]) throws {
    let events = times.map { #""callback":"dispatch","task":"a","time":\#($0)"# }
    #expect(try found(Self.dispatches, events) == broken.map { "too-soon \($0) a" })
  }

  @Test("measures the time for each subject, over lost events, and from the last call with a time")
  func dispatchOfOthers() throws {
    func dispatch(_ task: String, _ time: Double?) -> String {
      #""callback":"dispatch","task":"\#(task)""# + (time.map { #","time":\#($0)"# } ?? "")
    }
    #expect(try found(Self.dispatches, [dispatch("a", 0), dispatch("b", 1)]) == [])
    #expect(
      try found(Self.dispatches, [dispatch("a", 0), #""lost":3"#, dispatch("a", 1)])
        == ["too-soon 3 a"])
    #expect(
      try found(Self.dispatches, [dispatch("a", 0), dispatch("a", nil), dispatch("a", 9)])
        == ["too-soon 3 a"])
    let done = #""callback":"complete","task":"a","time":1"#
    #expect(
      try found(Self.dispatches, [dispatch("a", 0), done, dispatch("a", 2)]) == ["too-soon 3 a"])
  }

  // MARK: - JavaMOP, SafeFileWriter: what was written is closed before the program ends

  private static let files = """
    grammar Files "1" {}
    subject program { member "program" begins with start }
    subject file within program { member "file" }
    callback start about program {}
    callback write about file {}
    callback close about file {}
    rule left-open error about file {
      expects close after write
      title "A file that was written is closed" message "'{callback}' came last"
    }
    lifecycle program about program { up -> start up | . }
    """

  private func file(_ callback: String, _ file: String = "f", in program: Int = 1) -> String {
    #""callback":"\#(callback)","program":\#(program),"file":"\#(file)""#
  }

  private func start(_ program: Int) -> String { #""callback":"start","program":\#(program)"# }

  @Test("expects a call before the trace ends only if complete lives are demanded")
  func fileAtTheEnd() throws {
    let open = [start(1), file("write"), file("write"), file("write", "g"), file("close", "g")]
    #expect(try found(Self.files, open) == [])
    #expect(try found(Self.files, open, complete: true) == ["left-open 2 f"])
    #expect(try found(Self.files, open + [file("close")], complete: true) == [])
    #expect(try found(Self.files, open + [#""lost":1"#], complete: true) == [])
  }

  @Test("expects a call before the wider subject ends")
  func fileOfAnEarlierProgram() throws {
    let next = [start(2), file("write", in: 2), file("close", in: 2)]
    #expect(
      try found(Self.files, [start(1), file("write")] + next) == ["left-open 2 f"])
    #expect(try found(Self.files, [start(1), file("write"), file("close")] + next) == [])
  }

  // MARK: - PyContract, locks: the thread that took a lock releases it, and one thread holds it at a time

  private static let locks = """
    grammar Locks "1" {}
    subject lock { member "lock" }
    subject hold within lock { member "thread", "lock" }
    callback create about lock {}
    callback acquire about hold {}
    callback release about hold {}
    case acquireHeld of acquire while another hold in held
    lifecycle lock about lock { open -> create open | . }
    lifecycle hold about hold {
      start free
      unknown free
      free -> acquire held | .
      held -> release free
    }
    rule released-by-another error in hold {
      on release in free title "The holder releases a lock" message "m"
    }
    rule taken-twice error in hold {
      on acquire in held title "A lock is taken once" message "m"
    }
    rule held-by-two error about hold {
      on acquireHeld title "One thread holds a lock" message "m"
    }
    rule never-released error {
      at end of an incomplete life title "A lock is released" message "m"
    }
    """

  private func hold(_ callback: String, _ thread: String, _ lock: String) -> String {
    #""callback":"\#(callback)","thread":"\#(thread)","lock":"\#(lock)""#
  }

  @Test("knows who holds what by two members together")
  func lock() throws {
    let (taken, other) = (hold("acquire", "t1", "a"), hold("acquire", "t1", "b"))
    let released = [hold("release", "t1", "b"), hold("release", "t1", "a")]
    #expect(try found(Self.locks, [taken, other] + released, complete: true) == [])
    #expect(
      try found(Self.locks, [taken, hold("release", "t2", "a")]) == [
        "released-by-another 2 t2/a"
      ])
    #expect(try found(Self.locks, [taken, other, taken] + released) == ["taken-twice 3 t1/a"])
    #expect(try found(Self.locks, [taken, hold("acquire", "t2", "a")]) == ["held-by-two 2 t2/a"])
    #expect(try found(Self.locks, [taken], complete: true) == ["never-released 1 t1/a"])
  }

  @Test("tells values apart that only the sign between them would make equal")
  func joinedValues() throws {
    let events = [hold("acquire", "a/b", "c"), hold("release", "a", "b/c")]
    #expect(try found(Self.locks, events) == [#"released-by-another 2 a/b\/c"#])
    let backslashes = [hold("acquire", #"a\\"#, "b"), hold("release", #"a\\"#, "b")]
    #expect(try found(Self.locks, backslashes, complete: true) == [])
  }

  @Test("does not know who it is if a member is missing, and says what to record")
  func partOfAnIdentity() throws {
    let events = [hold("acquire", "t1", "a"), #""callback":"release","lock":"a""#]
    #expect(try found(Self.locks, events + [hold("release", "t1", "a")], complete: true) == [])
    let grammar = try #require(Grammar.parse(Array(Self.locks.utf8)).grammar)
    #expect(grammar.subjects[1].quotedMembers == #""thread" and "lock""#)
  }

  @Test("is described in words")
  func words() throws {
    func described(_ text: String, _ rule: String) throws -> String {
      let grammar = try #require(Grammar.parse(Array(text.utf8)).grammar)
      return try #require(grammar.rules.first { $0.id == rule }).condition(in: grammar)
    }
    #expect(
      try described(Self.dispatches, "too-soon") == "dispatch comes less than 10 s after dispatch")
    #expect(
      try described(Self.files, "left-open") == "its subject ends, and no close came after write")
  }
}
