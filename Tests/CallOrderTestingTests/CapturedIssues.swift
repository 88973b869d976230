import Synchronization
import Testing

/// The texts and lines of the issues that the body records, which are then none of the run.
///
/// What is tested is which issues a test of an app would have. The testing library shows them only to the matcher of a
/// known issue; it is intermittent, as a body without any issue is tested as well.
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
