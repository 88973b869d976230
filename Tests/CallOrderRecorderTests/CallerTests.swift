import AppSystem
import Foundation
import TestSupport
import Testing

@testable import CallOrderRecorder

@Suite("Names of functions") struct FunctionNameTests {
  private static let shown = Repository.text("Tests/CallOrderRecorderTests/function-names.txt")
    .split(separator: "\n").map { $0.components(separatedBy: " => ") }.filter { $0.count == 2 }

  @Test("are read from the words of Swift's runtime", arguments: shown)
  func names(parts: [String]) throws {
    let name = try #require(FunctionName(symbol: "$s", demangled: parts[0]))
    #expect((name.isClosure ? "closure " : "") + name.shown(in: "Notes") == parts[1])
    #expect(!name.isAsync)
  }

  @Test(
    "are not made up for what is no function, or shared",
    arguments: [
      "merged Notes.SceneDelegate.sceneDidBecomeActive(__C.UIScene) -> ()",
      "type metadata accessor for Notes.Sync", "Notes.k.unsafeMutableAddressor : Swift.Int",
      "static Notes.Sync.< infix(Notes.Sync, Notes.Sync) -> Swift.Bool", "", "(", "Notes.", "a in ",
      "generic specialization <", "(1) for", "Notes.f(",
    ])
  func none(demangled: String) {
    #expect(FunctionName(symbol: "$s", demangled: demangled) == nil)
  }

  @Test("of thunks without a name pass on what they are asked for")
  func thunks() throws {
    for text in [
      "merged @objc Notes.SceneDelegate.sceneDidBecomeActive(__C.UIScene) -> ()",
      "reabstraction thunk helper from @escaping () -> () to @escaping () -> (@out ())",
      "partial apply forwarder for reabstraction thunk helper from () -> () to () -> ()",
    ] {
      let name = try #require(FunctionName(symbol: "$s", demangled: text))
      #expect(name.isThunk && name.method.isEmpty)
    }
    let task = FunctionName(symbol: "$s", demangled: "Notes.Sync.run() async throws -> ()")
    #expect(task?.isAsync == true && task?.method == "run()")
  }

  @Test("of Objective-C and C are those of their symbols")
  func foreign() throws {
    func name(_ symbol: String) throws -> FunctionName {
      try #require(FunctionName(symbol: symbol, demangled: nil))
    }
    #expect(
      try name("-[SceneDelegate scene:openURLContexts:]").shown(in: nil)
        == "-[SceneDelegate scene:openURLContexts:]")
    #expect(try name("+[Sync(Extra) start]").shown(in: "Notes") == "+[Sync start]")
    let block = try name("__42-[SceneDelegate reload]_block_invoke_2")
    #expect(block.shown(in: nil) == "-[SceneDelegate reload]" && block.isClosure)
    #expect(try name("main").shown(in: "Notes") == "main")
    #expect(try name("operator[]").shown(in: nil) == "operator[]")
  }

  @Test("are the same in Swift and Objective-C, and different for different methods")
  func languages() throws {
    let same = [
      ("sceneDidBecomeActive:", "sceneDidBecomeActive(_:)"),
      ("scene:willConnectToSession:options:", "scene(_:willConnectTo:options:)"),
      ("scene:openURLContexts:", "scene(_:openURLContexts:)"),
      ("scene:continueUserActivity:", "scene(_:continue:)"),
      ("application:openURL:options:", "application(_:open:options:)"),
      ("stateRestorationActivityForScene:", "stateRestorationActivity(for:)"),
      (
        "windowScene:performActionForShortcutItem:completionHandler:",
        "windowScene(_:performActionFor:completionHandler:)"
      ),
    ]
    for (index, (selector, callback)) in same.enumerated() {
      let method = try #require(FunctionName(symbol: "-[Delegate \(selector)]", demangled: nil))
      for (other, name) in same.enumerated() {
        #expect(method.isCalled(name.1) == (index == other), "\(selector), \(name.1)")
        #expect(method.isCalled(name.0) == (index == other), "\(selector), \(name.0)")
      }
      var parts = callback.split(separator: "(")
      let labels = parts.removeLast().dropLast().split(separator: ":").map { "\($0): A" }
      let swift = try #require(
        FunctionName(
          symbol: "$s", demangled: "Notes.D.\(parts[0])(\(labels.joined(separator: ", "))) -> ()"))
      #expect(swift.isCalled(selector) && swift.isCalled(callback), "\(callback)")
      #expect(!swift.isCalled("sceneDidDisconnect(_:)") && !swift.isCalled("didBecomeActive"))
    }
  }

  @Test("are read from the symbols of this compiler")
  func compiler() throws {
    let demangled = CallStack.demangled("$s5Notes3topyyF")
    #expect(demangled == "Notes.top() -> ()")
    #expect(CallStack.demangled("main") == nil)
  }
}

/// Who is found on a stack, as `Cases/callers.txt` lists it.
///
/// * `frame NAME IMAGE SYMBOL` is a frame of a stack; without a symbol, its function has no name.
/// * `of NAME` is how the method is recorded, and `recorder FRAMES` are the frames of the recorder, if they are others.
/// * `- FRAMES => CALLER through NAME` is a stack, from the method that records outwards, and who is found there.
@Suite("The caller of a method") struct CallerSearchTests {
  private typealias Stack = [(image: String, symbol: String?)]

  private static let recorder: Stack = [
    ("Notes", nil), ("Notes", "CallOrderRecorder.CallerFinder.caller(of: Swift.String) -> A"),
    ("Notes", "static CallOrderRecorder.CallOrder.note(A, B) -> C"),
  ]
  private static let runLoop: Stack = [
    ("/S/CoreFoundation.framework/CoreFoundation", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0__"),
    ("UIKitCore", "UIApplicationMain"), ("Notes", "main"),
  ]

  @Test("is", arguments: CaseFile.all(in: "Tests/CallOrderRecorderTests/Cases"))
  func cases(_ test: CaseFile.Case) throws {
    var frames: [String: Stack.Element] = [:]
    var (callback, recorder, count) = ("sceneDidBecomeActive(_:)", Self.recorder, 0)
    func stack(_ names: String) throws -> Stack {
      try names.split(separator: ",").map { try #require(frames[$0.trimmingCharacters(in: [" "])]) }
    }
    for line in test.lines {
      let parts = line.text.split(separator: " ", maxSplits: 2).map(String.init)
      switch line.word {
      case "frame": frames[parts[0]] = (parts[1], parts.count > 2 ? parts[2] : nil)
      case "of": callback = line.text
      case "recorder": recorder = try stack(line.text)
      default:
        let sides = line.text.components(separatedBy: "=>")
        let words = sides[1].trimmingCharacters(in: [" "]).components(separatedBy: " through ")
        let expected = Caller(
          name: words[0].isEmpty ? nil : words[0], through: words.count > 1 ? words[1] : nil)
        let found = try caller(recorder + stack(sides[0]) + Self.runLoop, of: callback)
        #expect(found == expected, "\(test.path):\(line.number)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  private func caller(_ stack: Stack, of callback: String) -> Caller {
    var search = CallerSearch(callback)
    for (image, symbol) in stack {
      let isSwift = symbol?.contains(") -> ") ?? false || symbol?.contains("thunk") ?? false
      let function = symbol.flatMap { FunctionName(symbol: $0, demangled: isSwift ? $0 : nil) }
      if !search.goesOn(after: Frame(image: image, function: function)) { break }
    }
    return search.caller
  }
}
