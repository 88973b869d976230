import Testing
import TraceModel

@Suite("The nearest name")
struct NearestNameTests {
  private let names = ["willConnect", "didConnect", "didDisconnect", "open", "up", "a"]

  @Test(
    "is the one a mistyped word most likely means",
    arguments: [
      ("wilConnect", "willConnect"), ("didConnetc", "didConnect"), ("DIDCONNECT", "didConnect"),
      ("opne", "open"), ("pu", "up"), ("didDisconect", "didDisconnect"),
    ])
  func mistyped(_ word: String, _ meant: String) {
    #expect(nearestName(to: word, among: names) == meant)
  }

  @Test(
    "is nil if nothing is near", arguments: ["xyz", "b", "", "terminated", "sceneDidBecome"])
  func far(_ word: String) {
    #expect(nearestName(to: word, among: names) == nil)
  }

  @Test("is the first of two that are equally near")
  func ties() {
    #expect(nearestName(to: "bold", among: ["cold", "gold"]) == "cold")
    #expect(nearestName(to: "bold", among: ["gold", "cold"]) == "gold")
  }
}
