import Testing
import TraceModel

@testable import TraceReading

@Suite("Places of batches") struct BatchPlacesTests {
  private func places(_ count: Int) -> BatchPlaces {
    var places = BatchPlaces()
    for number in 1...count {
      let position = SourcePosition(line: number * 10, column: 1, offset: number * 1_000)
      places.note(BatchPlaces.Place(position: position, eventCount: number * 20, state: nil))
    }
    return places
  }

  @Test("the last place before a line is found")
  func found() {
    let places = places(100)
    #expect(places.last(atOrBeforeLine: 9) == nil)
    for number in 1...100 {
      #expect(places.last(atOrBeforeLine: number * 10)?.position.offset == number * 1_000)
      #expect(places.last(atOrBeforeLine: number * 10 + 9)?.position.offset == number * 1_000)
    }
    #expect(places.last(atOrBeforeLine: .max)?.position.line == 1_000)
  }

  @Test("the last place before an event is found")
  func foundByEvent() {
    let places = places(100)
    #expect(places.last(beforeEvent: 20) == nil)
    for number in 1...100 {
      #expect(places.last(beforeEvent: number * 20 + 1)?.eventCount == number * 20)
      #expect(places.last(beforeEvent: number * 20 + 20)?.eventCount == number * 20)
    }
  }

  @Test("of very many places some are kept, evenly over the text")
  func many() throws {
    let count = 1_000_000
    let places = places(count)
    for line in stride(from: 10_000, to: count * 10, by: 99_991) {
      let place = try #require(places.last(atOrBeforeLine: line)?.position)
      #expect(place.line <= line && line - place.line < 10 * 1_024)
      #expect(place.offset == place.line * 100)
    }
  }
}
