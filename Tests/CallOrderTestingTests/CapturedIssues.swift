import Synchronization
import Testing

/// The texts and lines of the issues that a closure records; they do not count as issues of this run.
///
/// It shows which issues a test of an app would have. The testing library passes them only to the matcher of a known
/// issue, which is intermittent, because closures without any issue are tested as well.
func capturedIssues(_ body: () -> Void) -> [(text: String, line: Int?)] {
  let found = Mutex<[(text: String, line: Int?)]>([])
  withKnownIssue(isIntermittent: true) {
    body()
  } matching: { issue in
    found.withLock {
      $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation?.line))
    }
    return true
  }
  return found.withLock { $0 }
}
