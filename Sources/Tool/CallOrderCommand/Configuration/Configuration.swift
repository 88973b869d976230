internal import TraceSystem

/// What a `.callorder.json` says; its paths are relative to the current folder.
struct Configuration: Sendable {
  /// The name of the file.
  static let fileName = ".callorder.json"

  /// The file it was read from, relative to the current folder; nil if there is none.
  var path: String?
  /// The names of the members that it has.
  var names: Set<String> = []
  /// What its members change, in the order they are documented.
  var assignments: [Settings.Assignment] = []

  /// The folder that its relative paths start from, relative to the current folder.
  var folder: String { path.map(Path.folder) ?? "." }

  /// The configuration that options ask for: the named file, the nearest one, or none.
  /// - Throws: `CommandError` when the file cannot be read or has a mistake.
  static func inForce(
    by options: GeneralSettings, in environment: CommandEnvironment
  ) throws(CommandError) -> Configuration {
    if options.ignoresConfiguration {
      if options.configuration != nil {
        throw .usage("--config and --no-config contradict each other")
      }
      return Configuration()
    }
    var path = options.configuration
    if path == nil { path = try nearestPath(in: environment) }
    guard let path else { return Configuration() }
    let bytes = try environment.read(path, limit: 1 << 24)
    return try ConfigurationReader(path: path).read(bytes)
  }

  /// The nearest file of the name in the current folder and those above it.
  ///
  /// The search ends after a folder that holds `.git`, so that files outside a project never change how it is judged.
  /// - Throws: `CommandError` if it is unknown whether there is one: no trace is judged by other rules than the user's.
  private static func nearestPath(
    in environment: CommandEnvironment
  ) throws(CommandError) -> String? {
    var folder = environment.folder
    guard folder != "." else {
      throw .failure(
        "the current folder is unknown, so no configuration can be looked for",
        hint: "Name it with --config, or use --no-config.")
    }
    var prefix = ""
    while true {
      do throws(SystemError) {
        if try fileMayExist(Path.joined(folder, fileName)) { return prefix + fileName }
        if try fileMayExist(Path.joined(folder, ".git")) || folder == "/" { return nil }
      } catch {
        throw .failure(error)
      }
      folder = Path.folder(of: folder)
      prefix += "../"
    }
  }
}
