internal import CallOrderKit
internal import TraceFindings
internal import TraceReading
internal import TraceReporting
internal import TraceSystem

/// The traces that a user's operands stand for.
struct TraceSelection {
  /// The traces to check, sorted by path, none twice.
  private(set) var inputs: [TraceInput] = []
  /// The operands that could not be read, sorted by path.
  private(set) var failures: [Report.Failure] = []

  /// The folders that hold no traces, in the order they were named.
  private(set) var emptyFolders: [Report.Failure] = []

  /// The folders with exported attachments of tests among which there is no recording.
  private(set) var unattached: [Report.Failure] = []

  /// The endings of files that count as traces in a folder; `.gz` may follow, so that a compressed one is never skipped
  /// silently.
  static let endings = TraceInput.endings

  /// What the `Info.plist` of the app says about scenes, if they are looked for.
  private(set) var manifests: [SceneManifest] = []

  /// The paths of the files to read, relative to the current folder.
  private(set) var files: [String] = []
  /// Whether standard input is read.
  private(set) var readsStandardInput = false

  /// The paths as bytes: as strings, two names that differ only in Unicode normalization would be equal.
  private var paths: Set<[UInt8]> = []
  /// What reports call attachments of tests, by their paths.
  private var attachmentNames: [String: String] = [:]
  /// The operands, tidied, and whether one of them is a folder.
  private(set) var operands: [String] = []
  private var hasFolder = false
  private let environment: CommandEnvironment
  private let standardInputName: String
  private let takesPropertyLists: Bool
  /// What is said after a fault of an operand that the user did not type.
  private let origin: String
  private let excluded: Set<String>
  /// How the grammar's methods are called, without their parameters.
  private let methods: Set<String>

  /// Finds the traces.
  /// - Parameters:
  ///   - operands: paths of files and folders, and `-` for standard input.
  ///   - standardInputName: what the trace from standard input is called.
  ///   - excluded: absolute paths that are left out of folders, such as the baseline's.
  ///   - takesPropertyLists: whether each `.plist` that is named, and each `Info.plist` in a folder that is, is read for what it
  ///     says about scenes.
  ///   - configuration: the file that names the operands; nil if the user typed them.
  ///   - methods: the grammar's methods as they are written; a text that a test attached is a log if it names one.
  /// - Complexity: O(n log n) in the number of files.
  init(
    _ operands: [String], standardInputName: String, excluding excluded: Set<String>,
    takesPropertyLists: Bool = false, namedBy configuration: String? = nil,
    methods: [String] = [], in environment: CommandEnvironment
  ) {
    self.environment = environment
    self.takesPropertyLists = takesPropertyLists
    origin = configuration.map { "; \($0) names it" } ?? ""
    self.standardInputName = standardInputName
    self.excluded = excluded
    // The first word of `scene(_:willConnectTo:options:)` says nothing; the label after it does.
    self.methods = Set(
      methods.map { method in
        let parts = method.utf8.split { "(_:)".utf8.contains($0) }.compactMap { String($0) }
        return parts.first.map { $0.count > 11 ? $0 : parts.dropFirst().first ?? $0 } ?? method
      }.filter { $0.count > 7 })
    for operand in operands { add(operand) }
    self.operands = operands.map { $0 == "-" ? $0 : Path.tidied($0) }
    paths = []
    inputs.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    failures.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Whether all traces of a baseline are among these, so that what was not found is gone.
  /// - Parameter traces: the files and folders that the baseline was made from; empty if it does not say so.
  func includes(_ traces: [String]) -> Bool {
    // An older baseline. A single file is rarely all of it.
    if traces.isEmpty { return hasFolder || readsStandardInput }
    return traces.allSatisfy { trace in
      operands.contains { $0 == trace || $0 == "." || trace.hasPrefix($0 + "/") }
    }
  }

  private mutating func add(_ operand: String) {
    if operand == "-" { return addStandardInput() }
    let path = Path.tidied(operand)
    do throws(SystemError) {
      let kind = try fileKind(of: environment.place(of: path))
      if kind == .folder {
        addFolder(path)
      } else if takesPropertyLists, path.hasSuffix(".plist") {
        addPropertyList(path)
      } else {
        addFile(path, isRereadable: kind == .file)
      }
    } catch {
      failures.append(Report.Failure(path: SystemText.shown(path), message: error.message + origin))
    }
  }

  private mutating func addPropertyList(_ path: String) {
    let shown = SystemText.shown(path)
    files.append(path)
    do throws(SystemError) {
      let bytes = try readFile(environment.place(of: path), limit: SceneManifest.sizeLimit)
      do throws(PropertyListError) {
        manifests.append(try SceneManifest(path: shown, xml: bytes))
      } catch {
        failures.append(.init(path: shown, position: error.position, message: error.message))
      }
    } catch {
      failures.append(.init(path: shown, message: error.message))
    }
  }

  private mutating func addStandardInput() {
    guard !readsStandardInput else { return }
    readsStandardInput = true
    let open = environment.openStandardInput
    inputs.append(
      TraceInput(path: standardInputName, isRereadable: false) { () throws(ByteSourceError) in
        open()
      })
  }

  /// - Parameter name: what reports call it; nil for its path.
  private mutating func addFile(
    _ path: String, named name: String? = nil, isRereadable: Bool = true
  ) {
    guard paths.insert(Array(path.utf8)).inserted else { return }
    files.append(path)
    inputs.append(
      .file(
        SystemText.shown(name ?? path), at: path, from: environment.folder,
        isRereadable: isRereadable))
  }

  private mutating func addFolder(_ folder: String) {
    hasFolder = true
    let list = Path.joined(folder, "Info.plist")
    let hasList = takesPropertyLists && fileExists(environment.place(of: list))
    if hasList { addPropertyList(list) }
    var log: String?
    let walk = FolderWalk(of: folder, from: environment.folder) { name in
      if log == nil, name.hasSuffix(".log") || name.hasSuffix(".txt") { log = name }
      return Self.endings.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }
    for problem in walk.problems {
      failures.append(Report.Failure(path: problem.path, message: problem.message))
    }
    var files = walk.files.filter { !excluded.contains(environment.place(of: $0)) }
    var hasManifest = false
    for list in files where Path.name(of: list) == AttachmentManifest.fileName {
      hasManifest = addAttachments(of: list, to: &files) || hasManifest
    }
    if files.isEmpty, walk.problems.isEmpty, hasManifest {
      unattached.append(
        Report.Failure(
          path: SystemText.shown(folder),
          message:
            "no recording was attached, so there is nothing to check; 'callorder init' and the guide"
            + " GettingRecordings say how a test attaches one"))
    } else if files.isEmpty, walk.problems.isEmpty, !hasList {
      let step =
        log.map { "if \(SystemText.shown($0)) is a log, name it" }
        ?? "'callorder init lldb' and 'callorder init recorder' write what records one"
      let message =
        "contains no traces: no file below it ends in \(listed(Self.endings, "or")); \(step)\(origin)"
      emptyFolders.append(Report.Failure(path: SystemText.shown(folder), message: message))
    }
    for file in files { addFile(file, named: attachmentNames[file]) }
  }

  /// Reads a list of attachments, if the file is one, and takes the names of the files beside it from there.
  /// - Returns: whether it is one.
  private mutating func addAttachments(of list: String, to files: inout [String]) -> Bool {
    guard let bytes = try? environment.read(list, limit: 64 << 20),
      let manifest = AttachmentManifest(parsing: bytes, endings: Self.endings)
    else { return false }
    self.files.append(list)
    let folder = Path.folder(of: list)
    let listed = manifest.recordings.map {
      (file: Path.joined(folder, $0.file), name: Path.joined(folder, $0.name))
    }
    let others = Set(listed.map(\.file) + [list])
    files.removeAll { others.contains($0) }
    // Tests attach other JSON and other texts, too.
    for (file, name) in listed
    where !name.hasSuffix(".json") && !file.hasSuffix(".txt") || looksLikeTrace(file) {
      attachmentNames[file] = name
      files.append(file)
    }
    return true
  }

  /// Whether a file begins like a recording in our format or, if it is a text, like a log of lifecycle methods; a file that
  /// cannot be read is not skipped.
  private func looksLikeTrace(_ file: String) -> Bool {
    guard let start = environment.readStart(of: file, count: 1 << 16) else { return true }
    let text = String(decoding: start, as: UTF8.self)
    if text.contains("\"callback\"") || text.contains("\"callorder.trace/") { return true }
    return file.hasSuffix(".txt") && methods.contains { text.contains($0) }
  }
}
