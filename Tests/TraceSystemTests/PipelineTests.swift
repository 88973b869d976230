import Testing
import TraceSystem

@Suite("Pipeline") struct PipelineTests {
  @Test("results come in the order of the indices for any number of jobs", arguments: [1, 2, 3, 8])
  func order(jobs: Int) {
    var results: [Int] = []
    runConcurrently(jobs: jobs, count: 500, ahead: 1) { index in
      // Uneven work makes later indices overtake earlier ones.
      (0..<((index * 7_919) % 997)).reduce(index) { total, step in total &+ step &- step }
    } consume: {
      results.append($0)
    }
    #expect(results == Array(0..<500))
  }

  @Test(
    "no more results than the window are in flight, besides the one being consumed",
    arguments: [1, 2, 4])
  func window(jobs: Int) {
    let counts = Monitor((made: 0, consumed: 0, mostAhead: 0))
    runConcurrently(jobs: jobs, count: 200, ahead: 4 / jobs) { _ in
      counts.withLock { counts in
        counts.made += 1
        counts.mostAhead = max(counts.mostAhead, counts.made - counts.consumed)
      }
    } consume: {
      counts.withLock { $0.consumed += 1 }
    }
    #expect(counts.withLock { $0.consumed } == 200)
    #expect(counts.withLock { $0.mostAhead } <= (jobs == 1 ? 1 : 5))
  }

  @Test("nothing is done without an index", arguments: [1, 2])
  func empty(jobs: Int) {
    runConcurrently(jobs: jobs, count: 0) {
      $0
    } consume: { _ in
      Issue.record("there was no index")
    }
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
