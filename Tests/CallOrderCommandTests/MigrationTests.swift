import TestSupport
import Testing
import TraceReporting

@Suite("What is left to move an app to scenes") struct MigrationTests {
  @Test("is a page: a line from each old method to the new one")
  func card() throws {
    let folder = try TemporaryFolder()
    let calls = [
      "didFinishLaunching", "willConnect A", "willEnterForeground A", "didBecomeActive A",
      "applicationWillResignActive:",
    ]
    let events = ShortEvents(calls, members: ["session"], always: "process=1")
    try folder.write(events.text, to: "a.jsonl")
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

  @Test("an Info.plist is not nested without a limit")
  func nestedInfoPlist() {
    let text = "<plist>" + String(repeating: "<array>", count: 10_000)
    let error = #expect(throws: PropertyListError.self) {
      try SceneManifest(path: "a", xml: Array(text.utf8))
    }
    #expect(error?.message.contains("nested too deeply") == true)
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
