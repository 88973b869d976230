/// Elements of which the least is known.
struct Heap<Element: Comparable> {
  /// No element is less than the one at half its index, counted from 1.
  private var elements: [Element] = []

  /// The least element; nil if there is none.
  var first: Element? { elements.first }

  /// Adds an element.
  /// - Complexity: O(log n).
  mutating func add(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the least element, and adds another one if it is given.
  /// - Complexity: O(log n).
  mutating func replaceFirst(by element: Element?) {
    guard let element = element ?? elements.popLast(), !elements.isEmpty else { return }
    elements[0] = element
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < elements.count {
        if elements[child] < elements[least] { least = child }
      }
      if least == index { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
