import CallOrderKit
import Foundation
import TestSupport
import Testing

@Suite("The recorder's guide") struct RecorderGuideTests {
  @Test("spells every method as the grammar does")
  func methods() {
    let page = Repository.text("Sources/App/CallOrderRecorder/Documentation.docc/RecordAnApp.md")
    let rows = page.split(separator: "\n").filter {
      $0.hasPrefix("| `") && $0.contains("CallOrder.record")
    }
    #expect(rows.count > 4)
    let known = Set(
      Grammar.uiScene().callbacks.flatMap(\.swift))
    for row in rows {
      let methods = row.split(separator: "|")[0].split(separator: "`").filter { $0.contains("(_:") }
      for method in methods { #expect(known.contains(String(method)), "\(method)") }
    }
  }
}
