#if canImport(os)
  public import os
  internal import TraceSystem

  extension CallOrder {
    /// Shows findings as runtime issues in Xcode, at the place that this is inlined into.
    ///
    /// That Xcode shows a fault of this subsystem, from an image of the system's, as a runtime issue is not documented by
    /// Apple. Where it does not, the fault is in the console.
    @_transparent
    @discardableResult
    @usableFromInline static func logged(_ findings: [LiveFinding]) -> [LiveFinding] {
      for finding in findings where finding.isUnhandled {
        os_log(
          .fault, dso: RuntimeIssues.image, log: RuntimeIssues.log, "%{public}@", finding.text)
      }
      return findings
    }
  }

  /// How findings become runtime issues.
  @usableFromInline enum RuntimeIssues {
    /// The log that Xcode reads.
    @usableFromInline static let log = OSLog(
      subsystem: "com.apple.runtime-issues", category: "CallOrder")
    /// The image that a runtime issue has to come from: one of the system's.
    @usableFromInline static var image: UnsafeRawPointer {
      systemImage(named: ["SwiftUI", "UIKitCore", "Foundation"]) ?? UnsafeRawPointer(#dsohandle)
    }
  }
#else
  extension CallOrder {
    /// Shows findings where the system has a place for them; here it has none.
    @_transparent
    @discardableResult
    @usableFromInline static func logged(_ findings: [LiveFinding]) -> [LiveFinding] { findings }
  }
#endif
