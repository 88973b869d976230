import AppSystem
import Testing

@testable import CallOrderRecorder

@Suite("Names of functions") struct FunctionNameTests {
  /// What Swift's runtime makes of symbols, and what is shown for it in the module Notes.
  private static let shown = [
    "Notes.SceneDelegate.sceneDidDisconnect(__C.UIScene) -> ()":
      "SceneDelegate.sceneDidDisconnect(_:)",
    "@objc Notes.SceneDelegate.scene(_: __C.UIScene, openURLContexts: Swift.Set<__C.UIOpenURLContext>) -> ()":
      "SceneDelegate.scene(_:openURLContexts:)",
    "Notes.Outer.SceneDelegate.(reload in _26E2D5)(Notes.Scene, (Swift.Int) -> Swift.Int) -> ()":
      "Outer.SceneDelegate.reload(_:_:)",
    "Notes.(Sync in _26E2D5).start(_: inout Swift.Int, _: Swift.Int..., z: @autoclosure () -> Swift.Int) -> ()":
      "Sync.start(_:_:z:)",
    "closure #1 (Swift.Int) -> () in closure #2 () -> () in static Notes.Sync.all() -> ()":
      "Sync.all()",
    "inner #1 () -> () in Notes.Sync.a(for: Notes.Scene) -> Swift.Bool": "Sync.a(for:)",
    "partial apply forwarder for closure #1 () async -> () in Notes.Sync.run() -> ()": "Sync.run()",
    "(2) await resume partial function for closure #1 () async -> () in Notes.Sync.run() -> ()":
      "Sync.run()",
    "(extension in Notes):__C.UIViewController.reload() -> ()": "UIViewController.reload()",
    "(extension in Notes):Swift.Array< where A == Swift.Int>.twice(() -> ()) -> ()":
      "Array.twice(_:)",
    "static Notes.Sync.make<A where A: Notes.P>(_: A, of: (Swift.Int, Swift.Int)) throws -> A":
      "Sync.make(_:of:)",
    "generic specialization <Swift.Int> of Notes.Sync.put<A>(A) -> ()": "Sync.put(_:)",
    "function signature specialization <Arg[0] = [Closure Propagated : closure #1 () -> () in Notes.f() -> (), Argument Types : []> of static Notes.Sync.all() -> ()":
      "Sync.all()",
    "protocol witness for Notes.P.did(Notes.Scene) -> () in conformance Notes.Sync : Notes.P in Notes":
      "P.did(_:)",
    "Notes.Sync.value.didset : Swift.Int": "Sync.value",
    "Notes.Sync.__allocating_init(x: Swift.Int) -> Notes.Sync": "Sync.init(x:)",
    "Notes.Sync.__deallocating_deinit": "Sync.deinit", "Notes.top() -> ()": "top()",
    "Firebase.Tracker.flush() -> ()": "Firebase.Tracker.flush()",
  ]

  @Test("are read from the words of Swift's runtime", arguments: shown.sorted { $0.key < $1.key })
  func names(demangled: String, shown: String) throws {
    let name = try #require(FunctionName(symbol: "$s", demangled: demangled))
    #expect(name.shown(in: "Notes") == shown)
    #expect(
      name.isClosure == (demangled.contains("closure #1 () async") || demangled.contains("#1 ("))
        || demangled.hasPrefix("function"))
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

@Suite("The caller of a method") struct CallerSearchTests {
  private static let recorder = [
    ("Notes", nil), ("Notes", "CallOrderRecorder.CallerFinder.caller(of: Swift.String) -> A"),
    ("Notes", "static CallOrderRecorder.CallOrder.note(A, B) -> C"),
  ]
  private static let method = (
    "Notes", "Notes.SceneDelegate.sceneDidBecomeActive(__C.UIScene) -> ()"
  )
  private static let thunk = ("Notes", "@objc " + method.1)
  private static let uiKit = ("UIKitCore", "-[UIScene _notifyActive]")
  private static let runLoop = [
    ("/S/CoreFoundation.framework/CoreFoundation", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0__"),
    ("UIKitCore", "UIApplicationMain"), ("Notes", "main"),
  ]

  /// Who is found on a stack, given from the method that records outwards.
  private func caller(
    _ frames: [(String, String?)], of callback: String = "sceneDidBecomeActive(_:)",
    recorder: [(String, String?)] = recorder
  ) -> Caller {
    var search = CallerSearch(callback)
    for (image, symbol) in recorder + frames + Self.runLoop {
      let isSwift = symbol?.contains(") -> ") ?? false || symbol?.contains("thunk") ?? false
      let function = symbol.flatMap { FunctionName(symbol: $0, demangled: isSwift ? $0 : nil) }
      if !search.goesOn(after: Frame(image: image, function: function)) { break }
    }
    return search.caller
  }

  @Test("is UIKit, behind thunks and superclasses")
  func uiKit() {
    #expect(caller([Self.method, Self.uiKit]) == Caller(name: "UIKitCore"))
    #expect(caller([Self.method, Self.thunk, Self.uiKit]) == Caller(name: "UIKitCore"))
    let objectiveC = ("Notes", "-[SceneDelegate sceneDidBecomeActive:]")
    #expect(caller([objectiveC, Self.uiKit]) == Caller(name: "UIKitCore"))
    let merged = ("Notes", "merged @objc Notes.A.b(A) -> ()")
    #expect(caller([Self.method, merged, Self.uiKit]) == Caller(name: "UIKitCore"))
    // The class through which Objective-C records in the guide.
    let wrapper = [
      ("Notes", "static Notes.CallOrderRecording.record(_: A, scene: B, file: C, line: D) -> ()"),
      (
        "Notes",
        "@objc static Notes.CallOrderRecording.record(_: A, scene: B, file: C, line: D) -> ()"
      ),
    ]
    #expect(
      caller(wrapper + [objectiveC, Self.uiKit], of: "sceneDidBecomeActive:")
        == Caller(name: "UIKitCore"))
  }

  @Test("is UIKit, through what passes the same call on")
  func through() {
    let subclass = ("Notes", "Notes.MainDelegate.sceneDidBecomeActive(__C.UIScene) -> ()")
    #expect(
      caller([Self.method, subclass, Self.thunk, Self.uiKit])
        == Caller(name: "UIKitCore", through: "MainDelegate.sceneDidBecomeActive(_:)"))
    let proxy = ("FirebaseCore", "-[GULSceneDelegateSwizzler sceneDidBecomeActive:]")
    #expect(
      caller([Self.method, Self.thunk, proxy, Self.uiKit])
        == Caller(name: "UIKitCore", through: "FirebaseCore"))
    let swiftUI = ("SwiftUI", "SwiftUI.AppSceneDelegate.sceneDidBecomeActive(__C.UIScene) -> ()")
    #expect(
      caller([Self.method, Self.thunk, swiftUI, Self.uiKit])
        == Caller(name: "UIKitCore", through: "SwiftUI"))
    let forwarding = [
      ("CoreFoundation", "__invoking___"), ("CoreFoundation", "-[NSInvocation invokeWithTarget:]"),
      ("RxCocoa", "-[_RXDelegateProxy forwardInvocation:]"), ("CoreFoundation", "___forwarding___"),
      ("CoreFoundation", "_CF_forwarding_prep_0"),
    ]
    #expect(
      caller([Self.method, Self.thunk] + forwarding + [Self.uiKit])
        == Caller(name: "UIKitCore", through: "RxCocoa"))
  }

  @Test("is the app or a library")
  func own() {
    let reload = ("Notes", "Notes.SceneDelegate.reload(__C.UIScene) -> ()")
    #expect(caller([Self.method, reload]) == Caller(name: "SceneDelegate.reload(_:)"))
    let closure = ("Notes", "closure #1 () -> () in " + reload.1)
    let forEach = ("Notes", "generic specialization <A> of Swift.Sequence.forEach((A) -> ()) -> ()")
    #expect(
      caller([Self.method, ("libswiftCore.dylib", nil), forEach, closure])
        == Caller(name: "SceneDelegate.reload(_:)"))
    // Another method with the same base name.
    let connect = (
      "Notes", "@objc Notes.SceneDelegate.scene(_: A, willConnectTo: B, options: C) -> ()"
    )
    let links = ("Notes", "Notes.SceneDelegate.scene(_: A, openURLContexts: B) -> ()")
    #expect(
      caller([links, connect, Self.uiKit], of: "scene(_:openURLContexts:)")
        == Caller(name: "SceneDelegate.scene(_:willConnectTo:options:)"))
    #expect(
      caller([Self.method, ("Notes", "__20-[Sync reload]_block_invoke")])
        == Caller(name: "-[Sync reload]"))
    #expect(caller([Self.method, ("AnalyticsSDK", nil)]) == Caller(name: "AnalyticsSDK"))
    #expect(
      caller([Self.method, ("Notes", "AnalyticsSDK.Tracker.flush() -> ()")])
        == Caller(name: "AnalyticsSDK.Tracker.flush()"))
    #expect(caller([Self.method, ("Foundation", "__NSFireTimer")]) == Caller(name: "Foundation"))
    // UIKit posts, but the app asked to be told.
    let observer = "__CFNOTIFICATIONCENTER_IS_CALLING_OUT_TO_AN_OBSERVER__"
    #expect(
      caller([Self.method, Self.thunk, ("CoreFoundation", observer)])
        == Caller(name: "CoreFoundation"))
    let library = ("AnalyticsSDK", "AnalyticsSDK.Proxy.sceneDidBecomeActive(__C.UIScene) -> ()")
    #expect(
      caller([Self.method, library, ("AnalyticsSDK", "AnalyticsSDK.Tracker.flush() -> ()")])
        == Caller(name: "AnalyticsSDK"))
  }

  @Test("is found from closures in the method")
  func closures() {
    let closure = ("Notes", "closure #1 () -> () in " + Self.method.1)
    let isolated = ("Notes", "static Swift.MainActor.assumeIsolated<A>(() -> A) -> A")
    #expect(
      caller([closure, isolated, ("Notes", nil), Self.method, Self.uiKit])
        == Caller(name: "UIKitCore"))
    // A task runs when the method has returned.
    #expect(caller([closure, ("libswift_Concurrency.dylib", nil)]) == Caller())
  }

  @Test("is not claimed where names are missing, code is shared, or a call has left no trace")
  func unknown() {
    #expect(caller([("Notes", nil), Self.uiKit]) == Caller())
    #expect(caller([Self.method, ("Notes", nil), Self.uiKit]) == Caller())
    #expect(caller([("Notes", "_mh_execute_header"), Self.uiKit]) == Caller())
    // The method is part of the function that calls it.
    #expect(caller([("Notes", "Notes.SceneDelegate.reload() -> ()"), Self.uiKit]) == Caller())
    let merged = ("Notes", "merged Notes.SceneDelegate.sceneDidDisconnect(A) -> ()")
    #expect(caller([merged, Self.uiKit]) == Caller())
    #expect(caller([Self.method, Self.thunk]) == Caller())
    #expect(caller([Self.method, Self.thunk, ("FrontBoardServices", "-[FBSScene a]")]) == Caller())
    let task = ("Notes", "Notes.SceneDelegate.sceneDidBecomeActive(__C.UIScene) async -> ()")
    #expect(caller([task, ("libswift_Concurrency.dylib", nil)]) == Caller())
    // Names that somebody chose are not on the stack.
    #expect(caller([Self.method, Self.uiKit], of: "didBecomeActive") == Caller())
    // The recorder has no names.
    #expect(caller([("Notes", nil), Self.uiKit], recorder: [("Notes", nil)]) == Caller())
  }
}
