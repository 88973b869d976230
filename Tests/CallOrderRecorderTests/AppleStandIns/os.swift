// Apple's unified log. Unlike Foundation, it does not make `String` a `CVarArg`.

public struct OSLogType: Sendable {
  public static let fault = OSLogType()
}

public final class OSLog {
  public init(subsystem: String, category: String) {}
  public static var `default`: OSLog { OSLog(subsystem: "", category: "") }
}

public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default,
  _ message: StaticString, _ args: any CVarArg...
) {}

public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
      _ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy
    ) {}
  }
  public init(stringInterpolation: StringInterpolation) {}
  public init(stringLiteral value: String) {}
}

public struct Logger: @unchecked Sendable {
  public init(subsystem: String, category: String) {}
  public func debug(_ message: OSLogMessage) {}
  public func notice(_ message: OSLogMessage) {}
}
