import TestSupport
import Testing
import TraceChecking

@Suite("The short way for ordinary calls")
struct ShortcutTests {
  @Test("changes no report", arguments: 0..<8 as Range<UInt64>)
  func sameReport(part: UInt64) throws {
    let short = TraceCheck(TraceCheck.uiScene)
    var options = CheckingOptions()
    options.usesShortcut = false
    let long = TraceCheck(TraceCheck.uiScene, options: options)
    for seed in (part * 30)..<((part + 1) * 30) {
      var random = SeededGenerator(seed: seed)
      let styles = LegalLifeTests.styles
      var generator = LifeGenerator(
        seed: seed, style: styles[Int.random(in: 0..<styles.count, using: &random)])
      var life = generator.life()
      for _ in 0..<Int.random(in: 0...5, using: &random) where life.count > 2 {
        let index = Int.random(in: 0..<life.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: life.remove(at: index)
        case 1: life.insert(life[index], at: index)
        case 2: life.insert(.gap, at: index)
        default: life.swapAt(index, Int.random(in: 0..<life.count, using: &random))
        }
      }
      #expect(
        try short.report(of: life.text) == long.report(of: life.text), "seed \(seed)\n\(life.text)")
    }
  }
}
