// What the libraries for apps and their stand-ins of UIKit use of Apple's Foundation, and no more.
@_exported public import Darwin

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
  public init() {}
  open var description: String { "" }
  public static func == (one: NSObject, other: NSObject) -> Bool { one === other }
  open func hash(into hasher: inout Hasher) {}
}

open class NSCoder: NSObject {}
open class NSAttributedString: NSObject {}
public struct CGRect: Sendable { public static let zero = CGRect() }
public func NSTemporaryDirectory() -> String { "" }

public struct URL: Hashable, Sendable {
  public var absoluteString: String { "" }
  public var path: String { "" }
  public init(fileURLWithPath path: String) {}
}

public struct UUID: Sendable {
  public var uuidString: String { "" }
  public init() {}
}

public struct Notification {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
  public var name: Name
  public var object: Any?
}

open class OperationQueue: NSObject, @unchecked Sendable {}

open class NotificationCenter: NSObject, @unchecked Sendable {
  public static let `default` = NotificationCenter()
  open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { self }
  open func removeObserver(_ observer: Any) {}
}

open class Bundle: NSObject, @unchecked Sendable {
  public static let main = Bundle()
  open var bundleIdentifier: String? { nil }
  open var infoDictionary: [String: Any]? { nil }
}

open class FileManager: NSObject, @unchecked Sendable {
  public enum SearchPathDirectory { case cachesDirectory }
  public struct SearchPathDomainMask: Sendable { public static let userDomainMask = Self() }
  public static let `default` = FileManager()
  open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func urls(for folder: SearchPathDirectory, in domain: SearchPathDomainMask) -> [URL] { [] }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  public static let processInfo = ProcessInfo()
  open var environment: [String: String] { [:] }
}
