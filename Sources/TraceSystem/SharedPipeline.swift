/// Transforms a stream of values on several threads, and passes all results on to each of several consumers, in the
/// stream's order.
///
/// There is one consumer on each thread. A thread transforms values while there is nothing to consume. At most `window`
/// values are in progress, so memory stays bounded however long the stream is.
/// - Parameters:
///   - consumers: the number of threads, including the calling one.
///   - window: how many values may be produced that some consumer has not consumed yet.
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
  let pipeline = SharedPipeline(
    consumers: consumers, window: max(consumers, window), produce: produce, transform: transform,
    admit: admit, consume: consume)
  var threads: [WorkerThread] = []
  for consumer in 1..<consumers {
    guard let thread = WorkerThread({ pipeline.run(consumer) }) else { break }
    threads.append(thread)
  }
  let isComplete = threads.count == consumers - 1
  if isComplete { pipeline.run(0) } else { pipeline.stop() }
  for thread in threads { thread.join() }
  return isComplete
}

/// The state that the threads of one `runSharedPipeline` share.
private final class SharedPipeline<Input, Output>: @unchecked Sendable {
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
    var isStopped = false
  }

  /// The next thing to do for a thread.
  private enum Task {
    case consume(Output)
    case admit(Output)
    case transform
    case stop
  }

  private let window: Int
  private let transform: @Sendable (Input) -> Output
  private let admit: (Output) -> Void
  private let consume: @Sendable (Int, Output) -> Bool
  private let source: Monitor<() -> Input?>
  private let progress: Monitor<Progress>

  init(
    consumers: Int, window: Int, produce: @escaping () -> Input?,
    transform: @escaping @Sendable (Input) -> Output, admit: @escaping (Output) -> Void,
    consume: @escaping @Sendable (Int, Output) -> Bool
  ) {
    (self.window, self.transform, self.admit) = (window, transform, admit)
    self.consume = consume
    source = Monitor(produce)
    progress = Monitor(
      Progress(
        consumed: Array(repeating: 0, count: consumers),
        slots: Array(repeating: nil, count: window)))
  }

  /// Works for a consumer until it took all results.
  func run(_ consumer: Int) {
    while true {
      switch progress.wait({ self.task(of: consumer, &$0) }) {
      case .consume(let output):
        let goesOn = consume(consumer, output)
        progress.change { progress in
          let number = progress.consumed[consumer]
          progress.consumed[consumer] += 1
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

  /// Ends all threads.
  func stop() { progress.change { $0.isStopped = true } }

  /// The next thing to do; nil if there is nothing before something changes. What is consumed makes room for more, so
  /// it comes first.
  private func task(of consumer: Int, _ progress: inout Progress) -> Task? {
    if progress.isStopped { return .stop }
    let next = progress.consumed[consumer]
    if next < progress.admitted, let output = progress.slots[next % window] {
      return .consume(output)
    }
    if !progress.isAdmitting, progress.admitted < progress.produced,
      let output = progress.slots[progress.admitted % window]
    {
      progress.isAdmitting = true
      return .admit(output)
    }
    if !progress.isEnded, hasRoom(progress) { return .transform }
    return progress.isEnded && next == progress.produced ? .stop : nil
  }

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
