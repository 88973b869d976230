import Synchronization
import Testing

/// The texts and lines of the issues that a closure records, which a test of an app would have. They are no issues of this run.
func capturedIssues(_ body: @escaping @Sendable () -> Void) async -> [(text: String, line: Int?)] {
  let found = FoundIssues()
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    found.all.withLock {
      $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation?.line))
    }
    return nil
  }
  if let test = Test.current {
    try? await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
  return found.all.withLock { $0 }
}

private final class FoundIssues: Sendable {
  let all = Mutex<[(text: String, line: Int?)]>([])
}
