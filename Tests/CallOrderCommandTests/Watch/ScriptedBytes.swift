import CallOrderKit
import TraceGrammar
import TraceReading
import TraceSystem

/// Bytes that arrive in parts, with silence between some of them.
final class ScriptedBytes {
  enum Step {
    case text(String)
    /// Nothing arrives for a while.
    case silence
    /// Something to do at that point.
    case action(() -> Void)
  }

  private var steps: ArraySlice<Step>
  private var rest: ArraySlice<UInt8> = []

  init(_ steps: [Step]) { self.steps = steps[...] }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, waitingAtMost milliseconds: Int
  ) throws(SystemError) -> FollowedFile.Arrival {
    while rest.isEmpty {
      guard let step = steps.popFirst() else { return .end }
      switch step {
      case .text(let text): rest = Array(text.utf8)[...]
      case .silence: return .nothing
      case .action(let body): body()
      }
    }
    let part = rest.prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(part.count)
    return .bytes(part.count)
  }
}

/// The result of a watch: the violations that were reported, and the final report.
struct WatchRun {
  var told: [Violation] = []
  var report: TraceReport?
  var grammar: Grammar?
  var fault: String?

  private static let practices = PreparedCheck(against: ShippedGrammar.practices.grammar())

  init(
    _ steps: [ScriptedBytes.Step], peeks: Bool = true,
    onTold: (Violation) -> Void = { _ in }
  ) throws {
    var told: [Violation] = []
    withoutActuallyEscaping(onTold) { onTold in
      let watcher = TraceWatcher(
        "watched", reading: ScriptedBytes(steps).read(into:waitingAtMost:), by: uiSceneCheck,
        orBy: Self.practices,
        peeksEvery: peeks ? .zero : .seconds(3_600)
      ) { violation, _ in
        told.append(violation)
        onTold(violation)
      }
      do throws(TraceError) { (report, grammar) = try watcher.run() } catch {
        fault = error.message
      }
    }
    self.told = told
  }
}
