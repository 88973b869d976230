#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What this process was given by the one that started it.
package enum SystemProcess {
  /// The arguments without the program's own name.
  package static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The environment variables.
  /// - Complexity: O(variables).
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    #if canImport(Darwin)
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
    #else
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    #endif
    while let place = next, let entry = place.pointee {
      let bytes = String(cString: entry).utf8
      if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let value = bytes[bytes.index(after: equals)...]
        variables[String(decoding: bytes[..<equals], as: UTF8.self)] = String(
          decoding: value, as: UTF8.self)
      }
      next = place.advanced(by: 1)
    }
    return variables
  }

  /// The folder that relative paths start from.
  package static func currentFolder() throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    guard getcwd(&buffer, buffer.count) != nil else { throw SystemError(path: ".", code: errno) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The number of processors that may be used; at least 1.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The width of the terminal behind standard output in columns; nil when it is none.
  package static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Seconds since 1970-01-01 00:00 UTC.
  package static var secondsSince1970: Int { Int(time(nil)) }

  /// Ends the process.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }
}

/// The static function of the same name would otherwise hide the system's own.
private func systemExit(_ code: Int32) -> Never { exit(code) }
