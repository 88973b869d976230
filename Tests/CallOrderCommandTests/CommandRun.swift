import CallOrderKit
import Foundation
import TestSupport
import TraceReading
import TraceSystem

@testable import CallOrderCommand

/// The result of one run of the command.
struct CommandRun {
  /// The exit status.
  let status: Int32
  /// The text on standard output.
  let output: String
  /// The text on standard error.
  let errorOutput: String
}

/// Runs the command in this process, in an environment made for the test.
func callorder(
  _ words: [String], in folder: TemporaryFolder? = nil, from path: String? = nil,
  variables: [String: String] = [:],
  input: String = "", isTerminal: Bool = false, processorCount: Int = 2,
  secondsSince1970: Int = 0
) -> CommandRun {
  let output = OutputChannel(collectingAsTerminal: isTerminal)
  let errorOutput = OutputChannel(collectingAsTerminal: isTerminal)
  let environment = CommandEnvironment(
    variables: variables, folder: path ?? folder?.path ?? "/nowhere",
    openStandardInput: { MemorySource(Array(input.utf8)) }, output: output,
    errorOutput: errorOutput, processorCount: processorCount,
    secondsSince1970: secondsSince1970)
  let status = runCallOrder(words, in: environment)
  return CommandRun(
    status: status, output: String(decoding: output.collected, as: UTF8.self),
    errorOutput: String(decoding: errorOutput.collected, as: UTF8.self))
}

/// Runs the command in this process; each word is one argument.
func callorder(_ words: String..., in folder: TemporaryFolder? = nil) -> CommandRun {
  callorder(words, in: folder)
}

/// A check by UIKit's grammar. It is prepared once, because that takes longer than to check most recordings.
let uiSceneCheck = PreparedCheck()

/// The built program.
let builtProgram: String = {
  let folder = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? ""
  return URL(filePath: folder.isEmpty ? CommandLine.arguments[0] : folder)
    .deletingLastPathComponent().appending(path: "callorder").path(percentEncoded: false)
}()

/// Whether to run a test that needs a program.
func canCall(_ program: String) -> Bool {
  OtherPrograms.decide(areThere: OtherPrograms.path(of: program) != nil)
}

/// Runs a bash script and returns its status and its combined output.
func bash(_ script: String, in folder: TemporaryFolder) throws -> (status: Int32, output: String) {
  try OtherPrograms.run("/bin/bash", ["-c", script], in: folder.path)
}
