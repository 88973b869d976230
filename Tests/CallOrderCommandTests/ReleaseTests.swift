import CallOrderKit
import TestSupport
import Testing

/// The version is defined once, in the library; everything else that states it has to agree.
@Suite("The release") struct ReleaseTests {
  static let changelog = Repository.text("CHANGELOG.md")

  @Test("the latest version in the change log and its date are those of the library")
  func changelog() {
    let headings = Self.changelog.split(separator: "\n").filter { $0.hasPrefix("## [") }
    #expect(headings.first == "## [Unreleased]")
    #expect(headings.dropFirst().first == "## [\(callOrderVersion)] - \(callOrderReleaseDay)")
  }

  @Test("the name and the version of the program are printed on one line")
  func version() {
    for words in [["--version"], ["-V"], ["check", "--version"]] {
      #expect(callorder(words).output == "callorder \(callOrderVersion)\n")
    }
  }

  @Test("every version in the change log has a date, and every kind of change is a standard one")
  func form() {
    let lines = Self.changelog.split(separator: "\n")
    for line in lines where line.hasPrefix("## [") && line != "## [Unreleased]" {
      #expect(line.wholeMatch(of: /## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}/) != nil, "\(line)")
    }
    let kinds: Set = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    let used = lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(!used.isEmpty && kinds.isSuperset(of: used))
  }

  @Test("the manual has the date of the release")
  func manual() {
    #expect(callorder("man").output.contains("\n.Dd November 25, 2026\n"))
  }

  @Test("the container has labels, and runs the program as an unprivileged user")
  func container() {
    let text = Repository.text(".ci/Containerfile")
    for words in [
      "FROM scratch\n", "\nUSER 65532:65532\n", "image.version=\"{version}\"", "--read-only",
      "image.licenses=\"Apache-2.0\"",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    let dist = Repository.text(".ci/dist")
    #expect(dist.contains("s/{version}/$version/"))
  }
}
