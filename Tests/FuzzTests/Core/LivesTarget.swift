import TraceChecking
import TraceFindings
import TraceGrammar

extension FuzzTarget {
  /// UIKit's grammar with arbitrary calls of four bytes each: whatever they are, a report is made.
  static let lives = FuzzTarget(name: "lives", mutation: .choices) { bytes in
    guard let kind = bytes.first, bytes.count > 1 else { return .rejected }
    let text = LivesText(bytes.dropFirst()).text
    do {
      _ = try (kind & 1 == 1 ? completeCheck : check).report(of: text)
      return .accepted
    } catch {
      return .complaint("\(error) in\n\(text)")
    }
  }

  nonisolated(unsafe) private static let check = TraceCheck(TraceCheck.uiScene)
  nonisolated(unsafe) private static let completeCheck = TraceCheck(
    TraceCheck.uiScene.grammar, demandsCompleteLives: true)
}

/// Lines of calls of UIKit's grammar, each from four bytes: callback, process, session, and the rest.
struct LivesText {
  private(set) var text = ""

  private static let callbacks = Grammar.uiScene().callbacks
  /// The calls that change states, which are chosen more often than all others.
  private static let common: [CallbackID] = [
    "didFinishLaunching", "configurationForConnecting", "willConnect", "willEnterForeground",
    "didBecomeActive",
    "willResignActive", "didEnterBackground", "didDisconnect", "didDiscard", "willTerminate",
  ].compactMap { name in callbacks.firstIndex { $0.name == name } }

  init(_ bytes: ArraySlice<UInt8>) {
    text.reserveCapacity(bytes.count * 24)
    var rest = bytes
    var time = 0
    while let call = rest.popFirst() {
      let (process, session, more) = (
        rest.popFirst() ?? 0, rest.popFirst() ?? 0, rest.popFirst() ?? 0
      )
      add(call, process, session, more, &time)
    }
  }

  private mutating func add(
    _ call: UInt8, _ process: UInt8, _ session: UInt8, _ more: UInt8, _ time: inout Int
  ) {
    if call == 255 {
      text += "{\"lost\":\(more)}\n"
      return
    }
    let index =
      call < 160
      ? Self.common[Int(call) % Self.common.count]
      : CallbackID(Int(call) % Self.callbacks.count)
    let callback = Self.callbacks[index]
    if more & 15 == 1, let posted = callback.notifications.first {
      text += "{\"callback\":\"\(posted)\",\"kind\":\"notification\""
    } else {
      text += "{\"callback\":\"\(callback.name)\""
    }
    if process < 240 { text += ",\"process\":\(process % 4)" }
    switch session & 7 {
    case 0: break
    case 1: text += ",\"scene\":\"c\(session >> 5)\""
    case 2: text += ",\"session\":\"s\(session >> 5)\",\"scene\":\"c\(more >> 6)\""
    case 3: text += ",\"sessions\":[\"s\(session >> 5)\",\"s\(more >> 6)\"]"
    default: text += ",\"session\":\"s\(session >> 5)\""
    }
    if more & 48 == 16 {
      time += Int(more >> 6) * 2
      text += ",\"time\":\(time)"
    }
    if more & 48 == 32 { text += ",\"phase\":\"\(more & 64 == 0 ? "begin" : "end")\"" }
    text += "}\n"
  }
}
