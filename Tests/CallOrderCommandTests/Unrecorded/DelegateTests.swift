import CallOrderKit
import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@Suite("What a delegate does not show")
struct DelegateTests {
  /// An iPhone scene whose delegate records everything, and a CarPlay scene whose delegate records some calls.
  private func check(
    phone: [String] = Self.whole, car: [String], member: String = "delegate",
    header: String? = nil
  ) -> TraceReport? {
    func event(_ callback: String, _ session: String, _ delegate: String) -> String {
      let (name, rest) =
        member == "class"
        ? ("-[\(delegate) \(Self.selectors[callback] ?? callback)]", "")
        : (callback, #", "\#(member)": "\#(delegate)""#)
      return #"{"callback": "\#(name)", "process": 1, "session": "\#(session)"\#(rest)}"#
    }
    let events =
      [#"{"callback": "didFinishLaunching", "process": 1}"#]
      + phone.map { event($0, "phone", "SceneDelegate") }
      + car.map { event($0, "car", "CarSceneDelegate") }
    let text = ([header].compactMap { $0 } + events).joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    #expect(report.failures.isEmpty)
    return report.traces.first
  }

  private static let whole = [
    "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
    "didEnterBackground", "willEnterForeground", "didBecomeActive",
  ]
  private static let selectors = [
    "willConnect": "scene:willConnectToSession:options:",
    "willEnterForeground": "sceneWillEnterForeground:", "didBecomeActive": "sceneDidBecomeActive:",
    "willResignActive": "sceneWillResignActive:", "didEnterBackground": "sceneDidEnterBackground:",
  ]

  @Test(
    "is not reported, whatever its repair would be",
    arguments: Set(whole).sorted(), ["delegate", "class", "role"])
  func isNotHeldAgainst(left: String, member: String) throws {
    let trace = try #require(check(car: Self.whole.filter { $0 != left }, member: member))
    #expect(trace.violations.isEmpty, "\(trace.violations.map(\.message))")
    let noted = trace.notes.filter { $0.id == "depends-on-recording" }.map(\.message)
    let name = Grammar.uiScene().writtenName(left)
    #expect(noted.allSatisfy { $0.contains("without \(name) ") && $0.contains("elegate") })
  }

  @Test("is named in a note, once")
  func isNoted() throws {
    let car = Self.whole.filter { $0 != "willResignActive" }
    let trace = try #require(check(car: car))
    #expect(trace.verdict == .conforming)
    #expect(
      trace.notes.map(\.message) == [
        """
        not judged: sceneDidEnterBackground without sceneWillResignActive (once). CarSceneDelegate never \
        records sceneWillResignActive, and others do. Record it there, or call super; if your recorder does record \
        it, add "records": "all"
        """
      ])
  }

  @Test(
    "does not excuse what it shows, nor what another delegate of the same class shows",
    arguments: ["delegate", "class", "role"])
  func isStillFound(member: String) throws {
    let wrong = ["willConnect", "didBecomeActive", "willEnterForeground"]
    let phone = try #require(check(phone: wrong, car: ["willConnect"], member: member))
    #expect(phone.violations.map(\.rule) == ["activate-without-foreground"])
    #expect(phone.violations.first?.subject == "phone")
    let car = try #require(check(car: wrong, member: member))
    #expect(car.violations.map(\.rule) == ["activate-without-foreground"])
    #expect(car.counts.errors == 1 && car.repairCost == phone.repairCost)
  }

  @Test("does not matter if the recorder states that it shows everything")
  func stated() throws {
    let header = #"{"format": "callorder.trace/1", "records": "all"}"#
    let car = Self.whole.filter { $0 != "willResignActive" }
    let trace = try #require(check(car: car, header: header))
    #expect(trace.violations.map(\.rule) == ["background-without-resign"])
  }

  @Test("of many delegates, each is judged by what it shows", arguments: [5, 31])
  func many(ways: Int) {
    let callbacks = Self.whole.prefix(5)
    var lines = [#"{"callback": "didFinishLaunching", "process": 1}"#]
    func add(_ calls: [String], _ number: Int) {
      lines += calls.map {
        #"{"callback": "\#($0)", "process": 1, "session": "s\#(number)", "delegate": "D\#(number)"}"#
      }
    }
    for number in 0..<50 {
      // Five delegates lack one method each, or there are more sets of methods than looks.
      let bits = ways == 5 ? 1 << (number % 5) : number % 31 + 1
      let lacking = callbacks.indices.filter { bits >> $0 & 1 == 1 }.map { callbacks[$0] }
      add(Self.whole.filter { !lacking.contains($0) }, number)
    }
    add(["willConnect", "didBecomeActive", "willEnterForeground"], 50)
    let text = lines.joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    let subjects = report.traces.flatMap { $0.violations.map(\.subject) }
    #expect(report.failures.isEmpty)
    #expect(subjects.isEmpty || subjects == ["s50"], "\(subjects)")
    if ways == 5 { #expect(subjects == ["s50"]) }
  }

  @Test(
    "a delegate that is not a string is ignored", arguments: ["{}", "[1]", "null", "true", "1.5"])
  func noText(value: String) throws {
    let text = """
      {"callback": "didFinishLaunching", "process": 1}
      {"callback": "willConnect", "process": 1, "session": "a", "delegate": \(value)}
      {"callback": "didBecomeActive", "process": 1, "session": "a"}
      {"callback": "willEnterForeground", "process": 1, "session": "a"}
      """
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    #expect(report.failures.isEmpty)
    #expect(report.traces.first?.violations.map(\.rule) == ["activate-without-foreground"])
  }
}
