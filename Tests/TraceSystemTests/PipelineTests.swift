import Testing
import TraceSystem

@Suite("Pipeline") struct PipelineTests {
  @Test("results come in the order of the stream for any number of jobs", arguments: [1, 2, 3, 8])
  func order(jobs: Int) {
    var next = 0
    var results: [Int] = []
    runPipeline(
      jobs: jobs, window: 4,
      produce: {
        next += 1
        return next <= 500 ? next : nil
      },
      transform: { value in
        // Uneven work makes later values overtake earlier ones.
        (0..<((value * 7_919) % 997)).reduce(value) { total, step in total &+ step &- step }
      },
      consume: { value in
        results.append(value)
        return true
      })
    #expect(results == Array(1...500))
  }

  @Test(
    "no more values than the window are in flight, besides the one being consumed",
    arguments: [1, 2, 4])
  func window(jobs: Int) {
    let counts = Monitor((produced: 0, consumed: 0, mostAhead: 0))
    runPipeline(
      jobs: jobs, window: 4,
      produce: {
        counts.withLock { counts -> Int? in
          if counts.produced == 200 { return nil }
          counts.produced += 1
          counts.mostAhead = max(counts.mostAhead, counts.produced - counts.consumed)
          return counts.produced
        }
      }, transform: { $0 },
      consume: { _ in
        counts.withLock { $0.consumed += 1 }
        return true
      })
    #expect(counts.withLock { $0.consumed } == 200)
    #expect(counts.withLock { $0.mostAhead } <= (jobs == 1 ? 1 : 5))
  }

  @Test("a consumer can end an endless stream", arguments: [1, 2, 4])
  func earlyEnd(jobs: Int) {
    var results: [Int] = []
    var next = 0
    runPipeline(
      jobs: jobs,
      produce: {
        next += 1
        return next
      }, transform: { $0 },
      consume: { value in
        results.append(value)
        return results.count < 10
      })
    #expect(results == Array(1...10))
  }

  @Test("a stream without values ends at once", arguments: [1, 2])
  func empty(jobs: Int) {
    runPipeline(
      jobs: jobs, produce: { nil as Int? }, transform: { $0 },
      consume: { _ in
        Issue.record("nothing was produced")
        return true
      })
  }

  @Test("every index is processed once", arguments: [1, 2, 5], [1, 4, 32, 1_000])
  func indices(jobs: Int, ahead: Int) {
    let seen = Monitor([Int: Int]())
    var results: [Int] = []
    runConcurrently(jobs: jobs, count: 300, ahead: ahead) { index in
      seen.withLock { $0[index, default: 0] += 1 }
      return index * 2
    } consume: {
      results.append($0)
    }
    #expect(results == (0..<300).map { $0 * 2 })
    #expect(seen.withLock { $0.count == 300 && $0.values.allSatisfy { $0 == 1 } })
  }
}
