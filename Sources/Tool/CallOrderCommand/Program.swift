internal import TraceSystem

/// The whole program.
/// - Parameters:
///   - count: the number of words, the program's own name among them.
///   - values: the words.
/// - Returns: the exit status.
package func runProgram(
  _ count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  // SAFETY: they are what `main` got, and are copied before anything else uses them.
  SystemProcess.holdStandardStreams()
  ignoreBrokenPipes()
  return runCallOrder(SystemProcess.arguments(count, values), in: .ofProcess())
}
