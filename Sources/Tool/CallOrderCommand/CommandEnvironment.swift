internal import CallOrderKit
internal import TraceModel
internal import TraceFindings
package import TraceReading
package import TraceSystem
internal import TraceReporting

/// Everything a command takes from its surroundings, so that tests can replace it.
package struct CommandEnvironment {
  /// The environment variables.
  package var variables: [String: String]
  /// The absolute path of the folder that relative paths start from.
  package var folder: String
  /// Opens standard input.
  package var openStandardInput: @Sendable () -> any ByteSource
  /// Which file standard input is; nil if it is not a file.
  package var standardInputIdentity: FileIdentity?
  /// Where the report goes.
  package var output: OutputChannel
  /// Where everything else goes.
  package var errorOutput: OutputChannel
  /// The width of the terminal in columns; nil when there is none.
  package var terminalWidth: Int?
  /// The number of processors that may be used.
  package var processorCount = 1
  /// Seconds since 1970-01-01 00:00 UTC; only expiry dates are compared with it.
  package var secondsSince1970 = 0

  /// The surroundings of this process.
  package static func ofProcess() -> CommandEnvironment {
    CommandEnvironment(
      variables: SystemProcess.environment, folder: (try? SystemProcess.currentFolder()) ?? ".",
      openStandardInput: { FileSource(.standardInput()) },
      standardInputIdentity: InputFile.identityOfStandardInput, output: .standardOutput(),
      errorOutput: .standardError(), terminalWidth: SystemProcess.terminalWidth,
      processorCount: SystemProcess.processorCount,
      secondsSince1970: SystemProcess.secondsSince1970)
  }

  /// The absolute path of a path that the user gave.
  func place(of path: String) -> String { Path.joined(folder, path) }

  /// Reads a whole file of at most `limit` bytes; errors have the path as the user gave it.
  func read(_ path: String, limit: Int = 1 << 30) throws(CommandError) -> [UInt8] {
    if path == "-" { return try readStandardInput(limit: limit) }
    do { return try readFile(place(of: path), limit: limit) } catch {
      throw .failure(SystemError(path: path, message: error.message))
    }
  }

  private func readStandardInput(limit: Int) throws(CommandError) -> [UInt8] {
    let source = openStandardInput()
    var bytes: [UInt8] = []
    do throws(ByteSourceError) {
      while bytes.count <= limit {
        let more = try source.chunk(of: 1 << 18)
        if more.isEmpty { return bytes }
        bytes += more
      }
    } catch {
      throw .failure("-: \(error.message)")
    }
    throw .failure("-: larger than the limit of \(limit) bytes")
  }

  /// Reads at most `count` bytes from the start of a file; nil if it cannot be read.
  func readStart(of path: String, count: Int) -> [UInt8]? {
    let file = try? InputFile(opening: place(of: path))
    return file.flatMap { try? FileSource($0).chunk(of: count) }
  }

  /// Writes a whole file and the folders that are missing for it; errors have the path as the user gave it.
  /// - Parameter isProgram: whether a new file is executable.
  func write(
    _ bytes: [UInt8], to path: String, isProgram: Bool = false
  ) throws(CommandError) {
    try write(to: path, isProgram: isProgram) { _ = $0(bytes) }
  }

  /// Writes a file piece by piece, and the folders that are missing for it; errors have the path as the user gave it.
  func write(
    to path: String, isProgram: Bool = false,
    pieces: (_ take: PieceTaker) throws(SystemError) -> Void
  ) throws(CommandError) {
    do { try writeFileAtomically(to: place(of: path), isProgram: isProgram, pieces: pieces) } catch
    {
      throw .failure("cannot write \(path): \(error.message)")
    }
  }

  /// Prints a line on standard error for each input that could not be checked: a report may go where nobody looks.
  func tell(_ failures: [Report.Failure]) {
    for failure in failures {
      note("callorder: \(terminalSafe(failure.place)): \(terminalSafe(failure.message))")
    }
  }

  /// Writes a line to standard error.
  func note(_ line: String) { errorOutput.write(SystemText.shown(line) + "\n") }
}
