#if canImport(os)
  public import os
  internal import AppSystem

  extension CallOrder {
    /// Shows findings as runtime issues in Xcode, at the line into which this is inlined.
    ///
    /// Apple does not document that Xcode shows a fault of this subsystem, from an image of the system, as a runtime issue.
    /// If Xcode does not, the fault is still in the console.
    @_transparent
    @discardableResult
    @usableFromInline static func logged(_ findings: [LiveFinding]) -> [LiveFinding] {
      for finding in findings where finding.isUnhandled {
        // A C string, because only Foundation makes `String` a `CVarArg`.
        finding.text.withCString { text in
          os_log(.fault, dso: RuntimeIssues.image, log: RuntimeIssues.log, "%{public}s", text)
        }
      }
      return findings
    }
  }

  /// What `os_log` needs so that findings become runtime issues.
  @usableFromInline enum RuntimeIssues {
    /// The log whose faults Xcode shows.
    @usableFromInline static var log: OSLog {
      OSLog(subsystem: "com.apple.runtime-issues", category: "CallOrder")
    }
    /// The image that a runtime issue has to come from: one of the system.
    @usableFromInline static var image: UnsafeRawPointer {
      // SAFETY: nothing reads through it here; an image of the system stays loaded, and so does this one while it runs.
      systemImage(named: ["SwiftUI", "UIKitCore", "Foundation"]) ?? UnsafeRawPointer(#dsohandle)
    }
  }
#else
  extension CallOrder {
    /// Shows findings in Xcode where that is possible; here it is not.
    @_transparent
    @discardableResult
    @usableFromInline static func logged(_ findings: [LiveFinding]) -> [LiveFinding] { findings }
  }
#endif
