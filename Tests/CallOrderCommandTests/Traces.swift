/// Small traces by what the built-in grammar says about them.
enum Traces {
  static let clean = """
    {"callback": "sceneWillResignActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    """

  /// One violation of severity note.
  static let note = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "stateRestorationActivity(for:)", "session": "A"}
    """

  /// One violation of severity warning.
  static let warning = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    """

  /// One violation of severity error.
  static let error = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    """

  /// The same violation as in `error`, twice.
  static let twoErrors = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    {"callback": "sceneDidBecomeActive(_:)", "session": "B"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "B"}
    """

  /// Another violation of severity error.
  static let otherError = """
    {"callback": "sceneWillEnterForeground(_:)", "session": "A"}
    {"callback": "sceneWillEnterForeground(_:)", "session": "A"}
    """

  /// Not JSON in the second line.
  static let malformed = """
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session":
    """
}
