// What Swift cannot import from Apple's headers, and has in the same words.
@_exported public import CDarwin

public let SIG_DFL: (@convention(c) (Int32) -> Void)? = nil
public let SIG_IGN: (@convention(c) (Int32) -> Void)? = nil
public var errno: Int32 {
  get { 0 }
  set {}
}
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 {
  0
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
