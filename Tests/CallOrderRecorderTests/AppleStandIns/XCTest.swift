// Apple's XCTest, which has attachments.
@_exported public import Foundation

open class XCTest: NSObject {}

open class XCTestCase: XCTest, XCTActivity {
  public var name: String { "" }
  public func add(_ attachment: XCTAttachment) {}
}

public protocol XCTActivity: NSObjectProtocol {
  var name: String { get }
  func add(_ attachment: XCTAttachment)
}

open class XCTContext: NSObject {
  @MainActor public class func runActivity<Result>(
    named name: String, block: @MainActor (any XCTActivity) throws -> Result
  ) rethrows -> Result { preconditionFailure("nothing runs") }
}

open class XCTAttachment: NSObject {
  public enum Lifetime: Int { case deleteOnSuccess, keepAlways }
  open var name: String?
  open var lifetime = Lifetime.deleteOnSuccess
  public init(string: String) {}
  public init(contentsOfFile: URL) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

@MainActor open class XCUIElement: NSObject {
  public nonisolated override init() { super.init() }
  open func tap() {}
}

@MainActor open class XCUIElementQuery: NSObject {
  public nonisolated override init() { super.init() }
  public subscript(key: String) -> XCUIElement { XCUIElement() }
}

@MainActor open class XCUIApplication: XCUIElement {
  public nonisolated override init() { super.init() }
  open var launchEnvironment: [String: String] = [:]
  open var buttons: XCUIElementQuery { XCUIElementQuery() }
  open func launch() {}
}

@MainActor open class XCUIDevice: NSObject {
  public enum Button: Int, Sendable { case home = 1 }
  open class var shared: XCUIDevice { XCUIDevice() }
  open func press(_ button: Button) {}
}
