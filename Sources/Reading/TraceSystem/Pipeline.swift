/// Transforms a stream of values on several threads, and passes the results on in the stream's order.
///
/// `produce` makes the values, one at a time, until it returns nil. At most `window` of them are in progress, so memory
/// stays bounded however long the stream is. With one job, everything happens on the calling thread.
/// - Parameters:
///   - jobs: the number of threads, including the calling one, which also transforms while it has nothing to consume.
///   - window: how many values may be produced but not yet consumed; at least `jobs`.
///   - produce: makes the next value; called by one thread at a time, but not always the same one.
///   - transform: does the work; called by several threads at once.
///   - consume: takes the results in order on the calling thread; false ends the stream early.
package func runPipeline<Input, Output>(
  jobs: Int, window: Int = 0, produce: @escaping () -> Input?,
  transform: @escaping @Sendable (Input) -> Output, consume: (Output) -> Bool
) {
  if jobs <= 1 {
    while let input = produce() { if !consume(transform(input)) { return } }
    return
  }
  Pipeline(window: max(jobs, window), produce: produce, transform: transform)
    .run(jobs: jobs, consume: consume)
}

/// Calls the closure for every index below `count`, on several threads, and passes the results on in order.
/// - Parameters:
///   - jobs: the number of threads, including the calling one.
///   - count: the number of indices.
///   - ahead: how many results each thread may be ahead of the oldest one that is not consumed. If this is small and the
///     work for an index is short, threads spend their time waking each other.
///   - body: does the work for one index; called by several threads at once.
///   - consume: takes the results by ascending index on the calling thread.
package func runConcurrently<Output>(
  jobs: Int, count: Int, ahead: Int = 4, _ body: @escaping @Sendable (Int) -> Output,
  consume: (Output) -> Void
) {
  var next = 0
  runPipeline(
    jobs: min(jobs, count), window: min(count, ahead * jobs),
    produce: {
      if next == count { return nil }
      defer { next += 1 }
      return next
    }, transform: body,
    consume: { output in
      consume(output)
      return true
    })
}

/// The state that the threads of one pipeline share. The calling thread consumes; each thread transforms values while
/// there is nothing to consume for it.
private final class Pipeline<Input, Output>: @unchecked Sendable {
  // SAFETY: what threads share is in monitors. A value belongs to the thread that makes, transforms or consumes it, and
  // goes to the next one through `progress`.
  private struct Progress {
    var produced = 0
    var consumed = 0
    var slots: [Output?]
    /// Whether there are no more values.
    var isEnded = false
    /// Whether all threads end after their present task.
    var isStopped = false
  }

  /// The next thing to do for a thread.
  private enum Task {
    case consume(Output)
    case transform
    case stop
  }

  private let window: Int
  private let transform: @Sendable (Input) -> Output
  private let source: Monitor<() -> Input?>
  private let progress: Monitor<Progress>

  init(
    window: Int, produce: @escaping () -> Input?, transform: @escaping @Sendable (Input) -> Output
  ) {
    (self.window, self.transform) = (window, transform)
    source = Monitor(produce)
    progress = Monitor(Progress(slots: Array(repeating: nil, count: window)))
  }

  /// Works on this many threads, including the calling one, until the stream has ended. With fewer threads than asked
  /// for, it only takes longer.
  func run(jobs: Int, consume: (Output) -> Bool) {
    let threads = (1..<jobs).compactMap { _ in WorkerThread({ self.work(consume: nil) }) }
    withoutActuallyEscaping(consume) { work(consume: $0) }
    for thread in threads { thread.join() }
  }

  /// Works on one thread.
  /// - Parameter consume: takes results; nil for a thread that only transforms.
  private func work(consume: ((Output) -> Bool)?) {
    while true {
      switch progress.wait({ task(consumes: consume != nil, $0) }) {
      case .consume(let output):
        let goesOn = consume?(output) ?? true
        progress.change { progress in
          progress.slots[progress.consumed % window] = nil
          progress.consumed += 1
          if !goesOn { progress.isStopped = true }
        }
      case .transform: transformNext()
      case .stop: return
      }
    }
  }

  /// The next thing to do; nil if there is nothing before something changes. What is consumed makes room for more, so
  /// it comes first.
  private func task(consumes: Bool, _ progress: Progress) -> Task? {
    if progress.isStopped { return .stop }
    if consumes {
      if let output = progress.slots[progress.consumed % window] { return .consume(output) }
      if progress.isEnded && progress.consumed == progress.produced { return .stop }
    } else if progress.isEnded {
      return .stop
    }
    return !progress.isEnded && hasRoom(progress) ? .transform : nil
  }

  /// The source's lock is held while a value is made, so that values are numbered in the order in which they are made,
  /// but never while waiting.
  private func transformNext() {
    let taken = source.withLock { produce -> (index: Int, input: Input)? in
      // Another thread may have used the room.
      if !progress.withLock({ !$0.isEnded && !$0.isStopped && hasRoom($0) }) { return nil }
      guard let input = produce() else {
        progress.change { $0.isEnded = true }
        return nil
      }
      let index = progress.withLock { progress in
        defer { progress.produced += 1 }
        return progress.produced
      }
      return (index, input)
    }
    guard let taken else { return }
    let output = transform(taken.input)
    progress.change { $0.slots[taken.index % window] = output }
  }

  private func hasRoom(_ progress: Progress) -> Bool {
    progress.produced - progress.consumed < window
  }
}
