internal import AppSystem

/// Who made a call.
struct Caller: Sendable, Equatable {
  /// The framework or library that made the call, or the function of the app; nil if that cannot be told.
  var name: String?
  /// What passed the call on: a library, or another object of the app with the same method.
  var through: String?
}

/// Finds who called the methods that record, by the return addresses on the stack and the symbols of the loaded images.
///
/// It can be used from any thread, in whatever a thread is doing when it records.
final class CallerFinder: Sendable {
  /// How many places are remembered. Another one takes the memory of the one before.
  private static let capacity = 256

  /// What is at the addresses that were met: to look one up takes some ten microseconds.
  private let known = Monitor<[Known?]>(Array(repeating: nil, count: capacity))

  private final class Known: Sendable {
    let address: UInt
    let frame: Frame

    init(_ address: UInt) {
      self.address = address
      let place = CallStack.place(at: address)
      frame = Frame(
        image: place?.image ?? "",
        function: place?.symbol.flatMap {
          FunctionName(symbol: $0, demangled: CallStack.demangled($0))
        })
    }
  }

  init() {
    // The first use may load a library, which must not happen within a call that is recorded.
    CallStack.walk { _ in false }
  }

  /// Who called the method that records, and is therefore on the stack.
  /// - Parameter callback: the method as `#function` or `_cmd` gives it.
  /// - Complexity: O(calls on the stack), up to 40; O(symbols of the image) for a place that is not remembered.
  func caller(of callback: String) -> Caller {
    var search = CallerSearch(callback)
    CallStack.walk { search.goesOn(after: frame(at: $0)) }
    return search.caller
  }

  private func frame(at address: UInt) -> Frame {
    // The highest bits of the product depend on all bits of the address.
    let slot = Int((UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 32) % Self.capacity
    if let known = known.withLock({ $0[slot] }), known.address == address { return known.frame }
    // Without our lock: the linker holds its own while it runs initializers, which may record.
    let new = Known(address)
    known.withLock { $0[slot] = new }
    return new.frame
  }
}

/// One call on the stack.
struct Frame: Sendable {
  /// What a function is for the search of a caller.
  enum Role {
    /// The recorder's, or the class through which Objective-C reaches it in the guide.
    case recorder
    /// One that only passes on a call that another function makes.
    case plumbing
    /// A proxy passes on all calls with it.
    case forwarding
    /// It calls those who asked to be told of a notification.
    case callsObservers
    case other
  }

  /// The name of the executable, framework or library.
  let image: String
  /// The function; nil if its name is not known.
  let function: FunctionName?
  let role: Role

  /// - Parameter path: the path of the image.
  init(image path: String, function: FunctionName?) {
    var name = path.split(separator: "/").last ?? ""
    for ending in [".dylib", ".so"] where name.hasPrefix("lib") && name.hasSuffix(ending) {
      name = name.dropFirst(3).dropLast(ending.count)
    }
    (image, self.function) = (String(name), function)
    role = function.map(Self.role) ?? .other
  }

  private static func role(of function: FunctionName) -> Role {
    let (module, method) = (function.module, function.method)
    if ["CallOrderRecorder", "CallOrderRecorderCore", "AppSystem"].contains(module) {
      return .recorder
    }
    if function.type == "CallOrderRecording" { return .recorder }
    let passing = ["", "___forwarding___", "_CF_forwarding_prep_0", "__invoking___"]
    if ["Swift", "_Concurrency"].contains(module) || function.type == "NSInvocation" {
      return .plumbing
    }
    if passing.contains(method) { return .plumbing }
    if method == "forwardInvocation:" { return .forwarding }
    return method == "__CFNOTIFICATIONCENTER_IS_CALLING_OUT_TO_AN_OBSERVER__"
      ? .callsObservers : .other
  }
}

/// Looks for the caller of a method among the calls on the stack, from the innermost outwards.
///
/// First come calls within the recorder, then the method that records, then those that only pass the same call on: thunks, a
/// method that calls `super`, proxies. What comes next is the caller. Where a name that matters is missing, nothing is found.
struct CallerSearch {
  private let callback: String
  /// The image and the name of the method that records, as soon as it was met.
  private var method: (image: String, name: FunctionName)?
  private var hasMetRecorder = false
  private var isInClosure = false
  private(set) var caller = Caller()

  init(_ callback: String) { self.callback = callback }

  /// Looks at the next call.
  /// - Returns: whether to look further.
  mutating func goesOn(after frame: Frame) -> Bool {
    let function = frame.function
    guard let method else {
      // What is before a function of the recorder is its own, named or not.
      guard let function else { return !hasMetRecorder || isInClosure }
      hasMetRecorder = hasMetRecorder || frame.role == .recorder
      if !hasMetRecorder || frame.role == .recorder || frame.role == .plumbing { return true }
      // A closure may be called by anything within its method.
      guard function.isCalled(callback) else { return isInClosure }
      if function.isClosure {
        isInClosure = true
        return true
      }
      // Tasks are started by Swift's runtime, whoever asked for it.
      if function.isAsync { return false }
      method = (frame.image, function)
      return true
    }
    let isOwn = frame.image == method.image
    if frame.role == .plumbing { return true }
    if let function {
      if function.isCalled(callback) || frame.role == .forwarding {
        let shown = isOwn ? function.shown(in: method.name.module) : frame.image
        let isSame = isOwn && (function.isThunk || function.type == method.name.type)
        if !isSame, caller.through == nil { caller.through = shown }
        return true
      }
    }
    if isOwn {
      caller.name = function?.shown(in: method.name.module)
    } else if frame.image == "swiftCore" || frame.image == "objc.A" {
      return true
    } else if !Self.belowUIKit.contains(frame.image) || frame.role == .callsObservers {
      caller.name = frame.image
    }
    if caller.name == nil || caller.through == caller.name { caller.through = nil }
    return false
  }

  /// What calls UIKit itself. If UIKit calls a method last of all, its own call is on the stack no more, and one of these
  /// seems to be the caller.
  private static let belowUIKit: Set = [
    "", "BackBoardServices", "BaseBoard", "BoardServices", "CoreFoundation", "dispatch", "dyld",
    "FrontBoardServices", "GraphicsServices", "RunningBoardServices", "xpc",
  ]
}
