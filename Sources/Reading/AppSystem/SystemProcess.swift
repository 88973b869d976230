internal import SystemC

/// The arguments, streams and environment of this process.
package enum SystemProcess {
  /// The arguments of a C `main`, without the program's own name.
  ///
  /// Swift's own list comes from `/proc` on Linux, which does not exist everywhere.
  package static func arguments(
    _ count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [String] {
    // SAFETY: `main` gets that many texts, each with a zero at its end, and the system keeps them.
    (0..<Int(count)).dropFirst().compactMap { index in
      values[index].map { SystemText.decoded(bytes(at: $0)) }
    }
  }

  private static func bytes(at text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// Makes sure that the descriptors of the standard streams do not refer to any other file.
  ///
  /// Otherwise, a stream that is closed at the start would become the first file that is opened. The null device takes
  /// its place, opened in the wrong direction, so that using the stream is still an error.
  package static func holdStandardStreams() {
    for (descriptor, way) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", way)
    }
  }

  /// The environment variables.
  /// - Complexity: O(variables).
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    // SAFETY: the list and its texts end with a zero. The program never changes its environment.
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
    let folder = attempting(.getcwd, otherwise: nil) { getcwd(&buffer, buffer.count) }
    guard let folder else { throw SystemError(path: ".", code: errno) }
    return SystemText.decoded(bytes(at: folder))
  }

  /// The number of available processors; at least 1.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The width, in columns, of the terminal behind standard output; nil if it is not a terminal.
  package static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Seconds since 1970-01-01 00:00 UTC.
  package static var secondsSince1970: Int { Int(time(nil)) }
}
