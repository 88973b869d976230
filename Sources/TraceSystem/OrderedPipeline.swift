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
  let pipeline = OrderedPipeline(window: max(jobs, window), produce: produce, transform: transform)
  let threads = (1..<jobs).compactMap { _ in WorkerThread { pipeline.work() } }
  while let output = pipeline.next() {
    if !consume(output) { break }
  }
  pipeline.stop()
  for thread in threads { thread.join() }
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

/// The state that the threads of one `runPipeline` share.
private final class OrderedPipeline<Input, Output>: @unchecked Sendable {
  private struct Progress {
    var produced = 0
    var consumed = 0
    var isEnded = false
    var slots: [Output?]
  }

  private let window: Int
  private let transform: @Sendable (Input) -> Output
  private let source: Monitor<() -> Input?>
  private let progress: Monitor<Progress>

  init(
    window: Int, produce: @escaping () -> Input?,
    transform: @escaping @Sendable (Input) -> Output
  ) {
    self.window = window
    self.transform = transform
    source = Monitor(produce)
    progress = Monitor(Progress(slots: Array(repeating: nil, count: window)))
  }

  /// Transforms values until there are no more.
  func work() {
    while let taken = take(waits: true) { finish(taken) }
  }

  /// The next result in order; nil at the end.
  func next() -> Output? {
    while true {
      if let output = progress.withLock(nextResult) { return consumed(output) }
      guard let taken = take(waits: false) else { return consumed(progress.wait(nextResult)) }
      finish(taken)
    }
  }

  /// Lets the workers end after their current values.
  func stop() { progress.change { $0.isEnded = true } }

  /// The result to consume next: an inner nil if there are no more, and nil if it is not ready yet.
  private func nextResult(_ progress: inout Progress) -> Output?? {
    if let output = progress.slots[progress.consumed % window] { return .some(output) }
    return progress.isEnded && progress.consumed == progress.produced ? .some(nil) : nil
  }

  private func consumed(_ output: Output?) -> Output? {
    if output == nil { return nil }
    progress.change { progress in
      progress.slots[progress.consumed % window] = nil
      progress.consumed += 1
    }
    return output
  }

  private func finish(_ taken: (index: Int, input: Input)) {
    let output = transform(taken.input)
    progress.change { $0.slots[taken.index % window] = output }
  }

  /// The next value and its index in the stream. It is nil at the end, and if there is no room in the window and it
  /// need not wait.
  ///
  /// The source's lock is held while a value is made, so that the indices follow the order in which values are made,
  /// but never while waiting.
  private func take(waits: Bool) -> (index: Int, input: Input)? {
    while true {
      let mayTake =
        waits
        ? progress.wait { $0.isEnded ? false : self.hasRoom($0) ? true : nil }
        : progress.withLock { !$0.isEnded && hasRoom($0) }
      if !mayTake { return nil }
      let taken = source.withLock { produce -> (index: Int, input: Input)? in
        // Another thread may have used the room.
        if !progress.withLock({ !$0.isEnded && hasRoom($0) }) { return nil }
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
      if let taken { return taken }
      if !waits { return nil }
    }
  }

  private func hasRoom(_ progress: Progress) -> Bool {
    progress.produced - progress.consumed < window
  }
}
