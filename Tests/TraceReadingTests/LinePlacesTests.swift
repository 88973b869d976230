import Testing
import TraceDiagnostics

@testable import TraceReading

@Suite("Places of lines") struct LinePlacesTests {
  private func places(_ count: Int) -> LinePlaces {
    var places = LinePlaces()
    for number in 1...count {
      places.note(SourcePosition(line: number * 10, column: 1, offset: number * 1_000))
    }
    return places
  }

  @Test("the last place before a line is found")
  func found() {
    let places = places(100)
    #expect(places.last(atOrBefore: 9) == nil)
    for number in 1...100 {
      #expect(places.last(atOrBefore: number * 10)?.offset == number * 1_000)
      #expect(places.last(atOrBefore: number * 10 + 9)?.offset == number * 1_000)
    }
    #expect(places.last(atOrBefore: .max)?.line == 1_000)
  }

  @Test("of very many places some are kept, evenly over the text")
  func many() throws {
    let count = 1_000_000
    let places = places(count)
    for line in stride(from: 10_000, to: count * 10, by: 99_991) {
      let place = try #require(places.last(atOrBefore: line))
      #expect(place.line <= line && line - place.line < 10 * 1_024)
      #expect(place.offset == place.line * 100)
    }
  }
}
