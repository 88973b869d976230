import TestSupport
import Testing

@Suite("What is left to move an app to scenes") struct MigrationTests {
  private static let launch = [
    #"{"callback":"didFinishLaunching","process":"1"}"#,
    #"{"callback":"willConnect","process":"1","session":"A"}"#,
    #"{"callback":"willEnterForeground","process":"1","session":"A"}"#,
    #"{"callback":"didBecomeActive","process":"1","session":"A"}"#,
  ]

  /// Ways in which something reaches an app, as a title of the list.
  private static let ways = [
    "A link opens while the app runs": #"{"callback":"openURLContexts""#,
    "A link launches the app": #""options":{"urls":1}"#,
    "A user activity continues while the app runs": #"{"callback":"continue""#,
    "A user activity launches the app": #""options":{"userActivities":1}"#,
    "A Home Screen quick action is used while the app runs": #"{"callback":"performAction""#,
    "A Home Screen quick action launches the app": #""options":{"shortcutItem":true}"#,
    "A shared record is accepted while the app runs": #"{"callback":"userDidAcceptCloudKitShare""#,
    "A shared record launches the app": #""options":{"cloudKitShare":true}"#,
    "A notification launches the app": #""options":{"notificationResponse":true}"#,
    "The interface is restored": #"{"callback":"restoreInteractionState""#,
  ]

  private static func lines(_ way: String?) -> [String] {
    guard let way else { return launch }
    if way.hasPrefix("{") { return launch + [way + #","process":"1","session":"A"}"#] }
    return launch.map {
      $0.contains("willConnect") ? String($0.dropLast()) + "," + way + "}" : $0
    }
  }

  /// What the list says of each way.
  private static func list(_ lines: [String]) throws -> (seen: [String], never: [String]) {
    let folder = try TemporaryFolder()
    try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    let run = callorder("check", "a.jsonl", "--migration", "--fail-on", "never", in: folder)
    let said = run.output.split(separator: "\n").map(String.init)
    func titles(_ mark: String) -> [String] {
      said.filter { $0.hasPrefix("  \(mark)  ") }.map { String($0.dropFirst(9)) }
    }
    return (titles("seen "), titles("never"))
  }

  @Test("each thing that reached the app is seen, and nothing else", arguments: ways.keys.sorted())
  func seen(_ title: String) throws {
    let list = try Self.list(Self.lines(Self.ways[title]))
    #expect(list.seen == [title])
    #expect(Set(list.never) == Set(Self.ways.keys).subtracting([title]))
  }

  @Test("nothing reached an app that was only opened, and a recorder may leave something out")
  func never() throws {
    #expect(try Self.list(Self.launch).seen == [])
    let header = #"{"format":"callorder.trace/1","records":["willConnect"]}"#
    let list = try Self.list([header] + Self.launch)
    #expect(list.never.count == 5 && !list.never.contains("A link opens while the app runs"))
  }

  @Test("Markdown has a table of it")
  func markdown() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.lines(Self.ways["A link launches the app"]).joined(separator: "\n"), to: "a.jsonl")
    let run = callorder("check", "a.jsonl", "--migration", "-f", "markdown", in: folder)
    #expect(run.output.contains("| A link launches the app | seen |"), "\(run.output)")
    #expect(run.output.contains("| A shared record launches the app | never |"))
  }
}
