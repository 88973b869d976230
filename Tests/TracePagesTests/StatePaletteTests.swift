import ReportSamples
import Testing
@testable import TracePages
import TraceFindings
import TraceGrammar

@Suite("The look of states") struct StatePaletteTests {
  private let palette: StatePalette = {
    let grammar = PageSamples.grammar
    return StatePalette(
      grammar: grammar, graphs: grammar.lifecycles.map { StateGraph(of: $0, in: grammar) })
  }()

  @Test("the nearer a state is to the innermost one, the taller it is")
  func nearerStateToInnermostOne() {
    let looks = [
      "active", "inactive", "connecting", "background", "configured", "discarded",
    ].map { palette.looks[$0] }
    #expect(looks == [.inner, .near, .middle, .further, .outer, .ended])
  }

  @Test("states of the widest subject are gray, and an unknown one is an outer one")
  func statesWidestSubjectGrayAnd() {
    #expect(palette.looks["running"] == .wide)
  }

  @Test("a lifecycle without an end or a beginning has looks, too")
  func lifecycleWithoutEndOrBeginning() {
    var ring = StateGraph(
      of: Coverage.Lifecycle(
        name: "ring", states: ["a", "b", "c"].map { .init(name: $0, visits: 1) },
        transitions: [("a", "b"), ("b", "c"), ("c", "a")].map {
          .init(from: $0.0, callback: "x", to: $0.1, visits: 1)
        }))
    for index in ring.nodes.indices { ring.nodes[index].isStart = false }
    let palette = StatePalette(grammar: nil, graphs: [ring])
    #expect(ring.nodes.count { palette.looks[$0.name] == .inner } == 1)
    let empty = StateGraph(of: Coverage.Lifecycle(name: "empty", states: [], transitions: []))
    #expect(StatePalette(grammar: nil, graphs: [empty]).looks.isEmpty)
  }
}

@Suite("Names of lanes") struct LaneNamesTests {
  private func names(_ lanes: [(String, String)]) -> LaneNames {
    LaneNames(Timeline(lanes: lanes.map { Timeline.Lane(kind: $0.0, subject: $0.1) }))
  }

  @Test("sessions have letters, processes their identities")
  func sessionsHaveLettersProcessesTheir() {
    let names = names([("process", "42"), ("session", "x"), ("session", "y")])
    #expect((0..<3).map(names.title) == ["Process 42", "Session A", "Session B"])
    #expect(names.title(kind: "session", subject: "y") == "Session B")
    #expect(names.title(kind: "session", subject: "unknown-subject") == "Session unknown-")
    #expect(names.title(9) == "")
  }

  @Test("what stands at the same place in two recordings has one name") func whatStandsAtSamePlace()
  {
    func timeline(_ sessions: Int, startingWith kind: String) -> Timeline {
      let session = Timeline.Lane(kind: "session", subject: "x")
      let process = Timeline.Lane(kind: "process", subject: "7")
      let lanes = [kind == "process" ? process : session, session, process]
      return Timeline(lanes: lanes + Array(repeating: session, count: sessions))
    }
    let few = timeline(1, startingWith: "process")
    let many = timeline(27, startingWith: "process")
    func titles(_ one: Timeline, beside other: Timeline) -> [String] {
      let names = LaneNames(one, beside: other)
      return (0..<4).map(names.title)
    }
    #expect(titles(few, beside: few) == ["Process 1", "Session A", "Process 2", "Session B"])
    #expect(titles(few, beside: many) == ["Process 1", "Session 1", "Process 2", "Session 2"])
    #expect(titles(many, beside: few) == titles(few, beside: many))
    // If the recordings disagree, it is unknown which kind is the wider one.
    let other = timeline(1, startingWith: "session")
    #expect(titles(few, beside: other)[0] == titles(other, beside: few)[2])
  }

  @Test("no session is called by the letter that identifies another one")
  func noSessionCalledByLetter() {
    let sessions = { (ids: [String]) in [("process", "7")] + ids.map { ("session", $0) } }
    let swapped = names(sessions(["B", "A"]))
    #expect([1, 2].map(swapped.title) == ["Session B", "Session A"])
    let clear = names(sessions(["a", "B", "x"]))
    #expect([1, 2, 3].map(clear.title) == ["Session A", "Session B", "Session C"])
    let other = Timeline(
      lanes: sessions(["B", "A"]).map { Timeline.Lane(kind: $0.0, subject: $0.1) })
    let beside = LaneNames(
      Timeline(lanes: sessions(["x", "y"]).map { Timeline.Lane(kind: $0.0, subject: $0.1) }),
      beside: other)
    #expect([1, 2].map(beside.title) == ["Session 1", "Session 2"])
  }

  @Test("beyond the alphabet they have their identities") func beyondAlphabetTheyHaveTheir() {
    let names = names([("process", "")] + (0..<27).map { ("session", "id\($0)") })
    #expect(names.title(1) == "Session id0")
    #expect(names.title(0) == "Process")
  }
}
