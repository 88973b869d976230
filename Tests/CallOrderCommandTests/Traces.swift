import TestSupport

/// Small traces with one event per line, named by what the built-in grammar reports about them. Traces that break a rule
/// state that they show everything.
enum Traces {
  static let clean = """
    {"callback": "sceneWillResignActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    """

  /// One violation of severity note.
  static let note = """
    {"records": "all", "events": [{"callback": "sceneDidBecomeActive(_:)", "session": "A"},
    {"callback": "stateRestorationActivity(for:)", "session": "A"}]}
    """

  /// One violation of severity warning.
  static let warning = """
    {"records": "all", "events": [{"callback": "sceneDidBecomeActive(_:)", "session": "A"},
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}]}
    """

  /// One violation of severity error.
  static let error = """
    {"records": "all", "events": [{"callback": "sceneDidBecomeActive(_:)", "session": "A"},
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}]}
    """

  /// The events of `error` alone.
  static let errorLines = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    """

  /// The same violation as in `error`, twice.
  static let twoErrors = """
    {"records": "all", "events": [{"callback": "sceneDidBecomeActive(_:)", "session": "A"},
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"},
    {"callback": "sceneDidBecomeActive(_:)", "session": "B"},
    {"callback": "sceneDidEnterBackground(_:)", "session": "B"}]}
    """

  /// Another violation of severity error.
  static let otherError = """
    {"records": "all", "events": [{"callback": "sceneWillEnterForeground(_:)", "session": "A"},
    {"callback": "sceneWillEnterForeground(_:)", "session": "A"}]}
    """

  /// The violations of `error` and of `otherError`.
  static let errorAndOther = """
    {"records": "all", "events": [{"callback": "sceneDidBecomeActive(_:)", "session": "A"},
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"},
    {"callback": "sceneWillEnterForeground(_:)", "session": "A"},
    {"callback": "sceneWillEnterForeground(_:)", "session": "A"}]}
    """

  /// Not JSON in the second line.
  static let malformed = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": }
    """

  /// A folder with a trace of each severity, and one that is malformed.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["clean", "note", "warning", "error", "malformed"] {
      try folder.write(named[name] ?? "", to: name)
    }
    return folder
  }

  /// By their names in the cases of commands.
  static let named = [
    "clean": clean, "note": note, "warning": warning, "error": error, "errorLines": errorLines,
    "twoErrors": twoErrors, "otherError": otherError, "errorAndOther": errorAndOther,
    "malformed": malformed,
  ]
}
