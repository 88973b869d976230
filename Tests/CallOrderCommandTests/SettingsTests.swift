import Testing

@testable import CallOrderCommand

/// An option wins over the configuration, which wins over the default.
@Suite("Settings") struct SettingsTests {
  /// A setting that both an option and the configuration have.
  struct Row: CustomTestStringConvertible {
    var member: String
    var configured: String
    var options: [String]
    /// What is shown by default, when only the configuration says something, and when both do.
    var shown: (standard: [String], configured: [String], typed: [String])
    var testDescription: String { member }
  }

  static let rows = [
    Row(
      member: "grammar", configured: #""a""#, options: ["--grammar", "b"], shown: ([], ["a"], ["b"])
    ),
    Row(
      member: "profile", configured: #""expo""#, options: ["--profile", "flutter"],
      shown: ([], ["expo"], ["flutter"])),
    Row(
      member: "os", configured: #""iOS 18""#, options: ["--os", "tvOS 26.1"],
      shown: ([], ["iOS 18"], ["tvOS 26.1"])),
    Row(
      member: "sdk", configured: #""26.1""#, options: ["--sdk", "iOS 27"],
      shown: ([], ["iOS 26.1"], ["iOS 27"])),
    Row(
      member: "records", configured: #"["a", "b"]"#,
      options: ["--records", "scene(_:willConnectTo:options:), c"],
      shown: (["trace"], ["a", "b"], ["scene(_:willConnectTo:options:)", "c"])),
    Row(
      member: "newestFirst", configured: "false", options: ["--newest-first"],
      shown: (["false"], ["false"], ["true"])),
    Row(
      member: "windows", configured: "2", options: ["--one-window"], shown: ([], ["2"], ["1"])),
    Row(
      member: "rules", configured: #"{"a": "off"}"#, options: ["--rule", "a=note"],
      shown: ([], ["a = off"], ["a = off", "a = note"])),
    Row(
      member: "failOn", configured: #""note""#, options: ["--fail-on", "never"],
      shown: (["error"], ["note"], ["never"])),
    Row(
      member: "complete", configured: "false", options: ["--complete"],
      shown: (["false"], ["false"], ["true"])),
    Row(
      member: "baseline", configured: #""a""#, options: ["-b", "b"], shown: ([], ["a"], ["b"])),
    Row(
      member: "strictBaseline", configured: "false", options: ["--strict-baseline"],
      shown: (["false"], ["false"], ["true"])),
    Row(
      member: "allowInconclusive", configured: "false", options: ["--allow-inconclusive"],
      shown: (["false"], ["false"], ["true"])),
    Row(
      member: "reports",
      configured: #"[{"format": "json", "path": "a"}, {"format": "junit", "path": "b"}]"#,
      options: ["-r", "html=a", "-r", "text=c"],
      shown: ([], ["json to a", "junit to b"], ["junit to b", "html to a", "text to c"])),
    Row(
      member: "maxViolations", configured: "7", options: ["--max-findings=8"],
      shown: (["1000"], ["7"], ["8"])),
    Row(
      member: "minCoverage", configured: "12.5", options: ["--min-coverage", "80%"],
      shown: ([], ["12.5"], ["80.0"])),
  ]

  @Test("an option wins over the configuration, which wins over the default", arguments: rows)
  func precedence(row: Row) throws {
    let member = try #require(ConfigurationMember.all.first { $0.name == row.member })
    let show = try #require(member.show)
    let configuration = try ConfigurationReader(path: ".callorder.json")
      .read(Array("{\"\(row.member)\": \(row.configured)}".utf8))
    let options = try ArgumentParser.parse(["check"] + row.options).options
    #expect(show(Settings()) == row.shown.standard)
    #expect(
      show(Settings(configuration: configuration, options: [])) == row.shown.configured)
    #expect(show(Settings(configuration: configuration, options: options)) == row.shown.typed)
    #expect(
      show(Settings(configuration: Configuration(), options: options))
        == row.shown.typed.filter { !row.shown.configured.contains($0) })
  }

  @Test("the precedence of every setting that both have is tested")
  func completeness() {
    let members = Set(ConfigurationMember.all.map(\.name))
    let typed = Setting.all.filter { !$0.flags.isEmpty }.compactMap { $0.member?.name }
    #expect(Set(typed).union(["rules"]) == Set(Self.rows.map(\.member)))
    #expect(members.isSuperset(of: typed))
  }

  @Test("comparisons ignore the output files of the configuration, which are for reports")
  func comparisons() throws {
    let configuration = try ConfigurationReader(path: ".callorder.json")
      .read(Array(#"{"reports": [{"format": "sarif", "path": "a"}]}"#.utf8))
    let options = try ArgumentParser.parse(["compare", "-r", "json=b"]).options
    let output = Settings(configuration: configuration, options: options).output
    #expect(output.comparisons == [.init(format: "json", path: "b", isTyped: true)])
    #expect(output.reports == [.init(format: "sarif", path: "a")])
  }
}
