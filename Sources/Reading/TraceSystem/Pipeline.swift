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
  withoutActuallyEscaping(consume) { consume in
    let pipeline = Pipeline(
      consumers: 1, window: max(jobs, window), produce: produce, transform: transform,
      admit: { _ in }, consume: { consume($1) })
    _ = pipeline.run(jobs: jobs)
  }
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

/// Transforms a stream of values on several threads, and passes all results on to each of several consumers, in the
/// stream's order. There is one consumer on each thread.
/// - Parameters:
///   - consumers: the number of threads, including the calling one.
///   - window: how many values may be produced that some consumer has not consumed yet; at least `consumers`.
///   - produce: makes the next value, or returns nil at the end; called by one thread at a time.
///   - transform: does the work; called by several threads at once.
///   - admit: sees each result before any consumer does, in order; called by one thread at a time.
///   - consume: takes a result for a consumer, by its number from 0 on; called by several threads at once, for each
///     consumer in order. If it returns false, the stream ends early.
/// - Returns: false if threads could not be started, so that some consumers were not called for all results.
package func runSharedPipeline<Input, Output>(
  consumers: Int, window: Int, produce: @escaping () -> Input?,
  transform: @escaping @Sendable (Input) -> Output, admit: @escaping (Output) -> Void,
  consume: @escaping @Sendable (Int, Output) -> Bool
) -> Bool {
  Pipeline(
    consumers: consumers, window: max(consumers, window), produce: produce, transform: transform,
    admit: admit, consume: consume
  ).run(jobs: consumers)
}

/// The state that the threads of one pipeline share. The first threads have a consumer each; a thread transforms values
/// while there is nothing to consume.
private final class Pipeline<Input, Output>: @unchecked Sendable {
  private struct Progress {
    var produced = 0
    /// How many results were admitted.
    var admitted = 0
    var isAdmitting = false
    /// How many results each consumer took.
    var consumed: [Int]
    var slots: [Output?]
    /// Whether there are no more values.
    var isEnded = false
    /// Whether all threads end after their present task.
    var isStopped = false
  }

  /// The next thing to do for a thread.
  private enum Task {
    case consume(Output)
    case admit(Output)
    case transform
    case stop
  }

  private let consumers: Int
  private let window: Int
  private let transform: @Sendable (Input) -> Output
  private let admit: (Output) -> Void
  private let consume: (Int, Output) -> Bool
  private let source: Monitor<() -> Input?>
  private let progress: Monitor<Progress>

  init(
    consumers: Int, window: Int, produce: @escaping () -> Input?,
    transform: @escaping @Sendable (Input) -> Output, admit: @escaping (Output) -> Void,
    consume: @escaping (Int, Output) -> Bool
  ) {
    (self.consumers, self.window) = (consumers, window)
    (self.transform, self.admit, self.consume) = (transform, admit, consume)
    source = Monitor(produce)
    progress = Monitor(
      Progress(
        consumed: Array(repeating: 0, count: consumers),
        slots: Array(repeating: nil, count: window)))
  }

  /// Works on this many threads, including the calling one, until the stream has ended.
  /// - Returns: false if there were not enough threads for the consumers.
  func run(jobs: Int) -> Bool {
    var threads: [WorkerThread] = []
    for number in 1..<jobs {
      guard let thread = WorkerThread({ self.work(number) }) else { break }
      threads.append(thread)
    }
    let isComplete = threads.count >= consumers - 1
    if isComplete { work(0) } else { progress.change { $0.isStopped = true } }
    for thread in threads { thread.join() }
    return isComplete
  }

  /// Works on one thread, by its number from 0 on.
  private func work(_ thread: Int) {
    while true {
      switch progress.wait({ self.task(of: thread, &$0) }) {
      case .consume(let output):
        let goesOn = consume(thread, output)
        progress.change { progress in
          let number = progress.consumed[thread]
          progress.consumed[thread] += 1
          if progress.consumed.allSatisfy({ $0 > number }) { progress.slots[number % window] = nil }
          if !goesOn { progress.isStopped = true }
        }
      case .admit(let output):
        admit(output)
        progress.change { progress in
          progress.isAdmitting = false
          progress.admitted += 1
        }
      case .transform: transformNext()
      case .stop: return
      }
    }
  }

  /// The next thing to do; nil if there is nothing before something changes. What is consumed makes room for more, so
  /// it comes first.
  private func task(of thread: Int, _ progress: inout Progress) -> Task? {
    if progress.isStopped { return .stop }
    if thread < consumers {
      let next = progress.consumed[thread]
      if next < progress.admitted, let output = progress.slots[next % window] {
        return .consume(output)
      }
      if progress.isEnded, next == progress.produced { return .stop }
    } else if progress.isEnded {
      return .stop
    }
    if !progress.isAdmitting, progress.admitted < progress.produced,
      let output = progress.slots[progress.admitted % window]
    {
      progress.isAdmitting = true
      return .admit(output)
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
    progress.produced - (progress.consumed.min() ?? 0) < window
  }
}
