import TestSupport
import Testing
import TraceReporting

@Suite("What is left to move an app to scenes") struct MigrationTests {
  private static let launch = [
    #"{"callback":"didFinishLaunching","process":"1"}"#,
    #"{"callback":"willConnect","process":"1","session":"A"}"#,
    #"{"callback":"willEnterForeground","process":"1","session":"A"}"#,
    #"{"callback":"didBecomeActive","process":"1","session":"A"}"#,
  ]

  /// Ways in which something reaches an app, by their titles in the list.
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

  /// Which of the ways the list calls seen, and which never seen.
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

  @Test("only what reached the app is listed as seen", arguments: ways.keys.sorted())
  func seen(_ title: String) throws {
    let list = try Self.list(Self.lines(Self.ways[title]))
    #expect(list.seen == [title])
    #expect(Set(list.never) == Set(Self.ways.keys).subtracting([title]))
  }

  @Test(
    "a library that waits for a method that UIKit no longer calls is told about",
    arguments: ["text", "markdown"])
  func forwarding(format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.launch.joined(separator: "\n"), to: "a.jsonl")
    let run = callorder(
      "check", "a.jsonl", "--migration", "--fail-on", "never", "-f", format, in: folder)
    #expect(
      run.output.split(separator: "A library that waits for a method that is never called").count
        == 2,
      "\(run.output)")
  }

  @Test("nothing reached an app that was only opened; ways that are not recorded are not listed")
  func never() throws {
    #expect(try Self.list(Self.launch).seen == [])
    let header = #"{"format":"callorder.trace/1","records":["willConnect"]}"#
    let list = try Self.list([header] + Self.launch)
    #expect(list.never.count == 5 && !list.never.contains("A link opens while the app runs"))
  }

  @Test("is a page: a line from each old method to the new one")
  func card() throws {
    let folder = try TemporaryFolder()
    let lines =
      Self.lines(nil) + [#"{"callback":"applicationWillResignActive:","process":"1"}"#]
    try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    let run = callorder(
      "check", "a.jsonl", "--migration", "--fail-on", "never", "--report", "html=card.html",
      in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
    let card = try #require(folder.text("card.html"))
    #expect(card.contains("2 of 19 scene methods are called in order"))
    let rows = card.split(separator: "\n")
    for method in ["DidBecomeActive(_:)", "WillEnterForeground(_:)"] {
      let row = rows.first { $0.contains("<code>application\(method)</code>") }
      #expect(row?.hasPrefix("<tr class=\"done\">") == true, "\(row ?? "")")
      #expect(row?.contains("in order, 1 call") == true && row?.contains("scene\(method)") == true)
    }
    #expect(card.contains("still called, 1 time"))
    #expect(card.contains("Try it: Run <code>xcrun simctl openurl booted URL</code>"))
    #expect(!card.contains("<script"))
    let alone = callorder(
      "check", "a.jsonl", "--migration", "--fail-on", "never", "-f", "html", in: folder)
    #expect(alone.output == card)
  }

  @Test("is a table in Markdown")
  func markdown() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.lines(Self.ways["A link launches the app"]).joined(separator: "\n"), to: "a.jsonl")
    let run = callorder("check", "a.jsonl", "--migration", "-f", "markdown", in: folder)
    #expect(run.output.contains("| A link launches the app | seen |"), "\(run.output)")
    #expect(run.output.contains("| A shared record launches the app | never |"))
  }

  private static let configured = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>CFBundleVersion</key><integer>1</integer><!-- as Xcode writes it -->
    <key>UIApplicationSceneManifest</key><dict>
      <key>UIApplicationSupportsMultipleScenes</key><false/>
      <key>UISceneConfigurations</key><dict><key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneConfigurationName</key><string>Notes &amp; <![CDATA[<Lists>]]></string>
        <key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
        <key>UISceneStoryboardFile</key><string>Main&#x5B;1;31m</string>
      </dict></array></dict>
    </dict></dict></plist>
    """

  /// The keys of an `Info.plist` that the list calls missing.
  private static func missing(_ plist: String, format: String = "text") throws -> (
    keys: [String], output: String
  ) {
    let folder = try TemporaryFolder()
    try folder.write(launch.joined(separator: "\n"), to: "app/a.jsonl")
    try folder.write(plist, to: "app/Info.plist")
    let run = callorder("check", "app", "--migration", "-f", format, in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
    let rows = run.output.split(separator: "\n")
    return (
      rows.filter { $0.hasPrefix("  missing  ") }.map { String($0.dropFirst(11)) }, run.output
    )
  }

  @Test(
    "says what an Info.plist lacks",
    arguments: [
      ("<key>UIApplicationSceneManifest</key>", ["UIApplicationSceneManifest"]),
      ("<key>UISceneConfigurations</key>", ["UISceneConfigurations"]),
      ("<key>UIWindowSceneSessionRoleApplication</key>", ["UISceneConfigurations"]),
      ("<key>UISceneDelegateClassName</key>", ["UISceneDelegateClassName"]),
      ("<key>UISceneStoryboardFile</key>", ["UISceneStoryboardFile"]), ("", []),
    ])
  func infoPlist(without key: String, missing: [String]) throws {
    let plist = key.isEmpty ? Self.configured : Self.configured.replacing(key, with: "<key>X</key>")
    #expect(try Self.missing(plist).keys == missing)
  }

  @Test("shows what an Info.plist says, escaped", arguments: ["text", "markdown", "html"])
  func hostileInfoPlist(format: String) throws {
    let output = try Self.missing(Self.configured, format: format).output
    #expect(output.contains("Info.plist") && output.contains("UISceneStoryboardFile"))
    let plain = Self.configured.replacing("Main&#x5B;1;31m", with: "&lt;evil>\u{1B}[2J|")
    let hostile = try Self.missing(plain, format: format).output
    #expect(!hostile.contains("\u{1B}") && (format == "text" || !hostile.contains("<evil>")))
  }

  @Test(
    "an Info.plist that is none is an input that cannot be read, with its line",
    arguments: [
      "bplist00": "1:7: this is a binary property list; convert it with plutil -convert xml1",
      "{}": "1:1: expected a tag", "<plist><dict>\n<key>a</dict></plist>": "2:14: expected </key>",
      "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>": "a key comes twice",
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>": "unexpected [",
      "<plist><string>&a;</string></plist>": "unknown reference after &",
      "<plist>" + String(repeating: "<array>", count: 10_000): "nested too deeply",
      "<plist><true/></plist": "unclear tag", "<html/>": "expected <plist>",
    ])
  func noInfoPlist(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "Info.plist")
    let run = callorder("check", "Info.plist", "--migration", in: folder)
    #expect(run.status == 3 && run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(run.output.contains("Info.plist:"), "\(run.output)")
  }

  @Test("no beginning of an Info.plist is one, or ends the program")
  func cutInfoPlist() throws {
    let bytes = Array(Self.configured.utf8)
    for count in 0..<bytes.count {
      #expect(throws: PropertyListError.self) {
        try SceneManifest(path: "a", xml: Array(bytes[..<count]))
      }
    }
  }
}
