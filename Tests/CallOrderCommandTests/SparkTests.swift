import Foundation
import TestSupport
import Testing

/// Runs the Python tests of the package for Spark and DuckDB, in `Tests/CallOrderCommandTests/Spark`.
///
/// Spark is so large that it is optional, even where the other tools are required.
@Suite("Spark and DuckDB", .process) struct SparkTests {
  private static let python = OtherPrograms.path(of: "python3")

  /// Whether Python has the modules, and Java is installed if it is needed.
  private static func has(_ modules: String, java: Bool = false) -> Bool {
    guard let python, !java || OtherPrograms.path(of: "java") != nil,
      let folder = try? TemporaryFolder()
    else { return false }
    let question =
      "import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, '\(modules)'.split())))"
    return (try? bash("'\(python)' -c \"\(question)\"", in: folder).status) == 0
  }

  private static func run(_ modules: String) throws -> (status: Int32, output: String) {
    let python = try #require(python)
    let tests = Repository.path("Tests/CallOrderCommandTests/Spark")
    return try bash(
      """
      export CALLORDER_PROGRAM='\(builtProgram)' PYSPARK_PYTHON='\(python)' PYTHONDONTWRITEBYTECODE=1
      export PYTHONPATH='\(Repository.path("Sources/Tool/CallOrderSpark")):\(tests)'
      '\(python)' -m unittest \(modules) 2>&1
      """, in: try TemporaryFolder())
  }

  @Test(
    "a worker answers in any case, and DuckDB gives the result of one plain run",
    .enabled(
      if: has("pyarrow duckdb"),
      "needs pyarrow and duckdb; 'make spark-tools' installs them"))
  func duckDB() throws {
    let run = try Self.run("test_worker test_duckdb")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("\nOK"))
  }

  @Test(
    "Spark gives the result of one plain run, for a table and for a stream with a restart",
    .enabled(
      if: has("pyspark pandas google.protobuf duckdb", java: true),
      "needs pyspark, duckdb and Java; 'make spark-tools' installs them"))
  func spark() throws {
    let run = try Self.run("test_spark")
    #expect(run.status == 0, "\(run.output.suffix(20_000))")
    #expect(run.output.contains("\nOK"))
  }
}
