extension RandomAccessCollection where Index == Int {
  /// The index of the first element that does not satisfy a condition, which all elements before it must satisfy and none after.
  /// - Complexity: O(log count).
  func firstIndex(after isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
