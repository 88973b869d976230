/// Calls the closure for every index below `count`, on several threads, and passes the results on in order.
///
/// Results that wait for an earlier one are limited, so memory stays bounded however many indices there are. With one job,
/// everything happens on the calling thread.
/// - Parameters:
///   - jobs: the number of threads, including the calling one, which also works while it has nothing to consume.
///   - count: the number of indices.
///   - ahead: how many results each thread may be ahead of the oldest one that is not consumed. If this is small and the
///     work for an index is short, threads spend their time waking each other.
///   - body: does the work for one index; called by several threads at once.
///   - consume: takes the results by ascending index on the calling thread.
package func runConcurrently<Output>(
  jobs: Int, count: Int, ahead: Int = 4, _ body: @escaping @Sendable (Int) -> Output,
  consume: (Output) -> Void
) {
  let jobs = min(jobs, count)
  if jobs <= 1 {
    for index in 0..<count { consume(body(index)) }
    return
  }
  let pipeline = Pipeline(count: count, window: max(jobs, min(count, ahead * jobs)), body)
  // With fewer threads than asked for, it only takes longer.
  let threads = (1..<jobs).compactMap { _ in WorkerThread({ pipeline.work(consume: nil) }) }
  withoutActuallyEscaping(consume) { pipeline.work(consume: $0) }
  for thread in threads { thread.join() }
}

/// What the threads of one run share. The calling thread consumes; each thread makes results while there is nothing to
/// consume for it.
private final class Pipeline<Output>: @unchecked Sendable {
  // SAFETY: what threads share is in a monitor. A result belongs to the thread that makes or consumes it, and goes to the
  // next one through `progress`.
  private struct Progress {
    /// How many indices were taken, and how many results were consumed.
    var taken = 0
    var consumed = 0
    var slots: [Output?]
  }

  /// The next thing to do for a thread.
  private enum Task {
    case consume(Output)
    case make(Int)
    case stop
  }

  private let count: Int
  private let window: Int
  private let body: @Sendable (Int) -> Output
  private let progress: Monitor<Progress>

  init(count: Int, window: Int, _ body: @escaping @Sendable (Int) -> Output) {
    (self.count, self.window, self.body) = (count, window, body)
    progress = Monitor(Progress(slots: Array(repeating: nil, count: window)))
  }

  /// Works on one thread.
  /// - Parameter consume: takes results; nil for a thread that only makes them.
  func work(consume: ((Output) -> Void)?) {
    while true {
      switch progress.wait({ next(consumes: consume != nil, &$0) }) {
      case .consume(let output):
        consume?(output)
        progress.change { progress in
          progress.slots[progress.consumed % window] = nil
          progress.consumed += 1
        }
      case .make(let index):
        let output = body(index)
        progress.change { $0.slots[index % window] = output }
      case .stop: return
      }
    }
  }

  /// The next thing to do; nil if there is nothing before something changes. What is consumed makes room for more, so
  /// it comes first.
  private func next(consumes: Bool, _ progress: inout Progress) -> Task? {
    if consumes {
      if let output = progress.slots[progress.consumed % window] { return .consume(output) }
      if progress.consumed == count { return .stop }
    } else if progress.taken == count {
      return .stop
    }
    if progress.taken == count || progress.taken - progress.consumed == window { return nil }
    defer { progress.taken += 1 }
    return .make(progress.taken)
  }
}
