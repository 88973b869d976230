/// The candidate nearest to a mistyped word, when it is near enough to be meant.
///
/// Near means: at most a third of the word's length (and at least one) in edits, where an exchange of
/// neighbours is one edit; case is ignored. A word of one letter is near to nothing. Ties go to the candidate that comes first.
///
/// - Complexity: O(candidates × word length × candidate length).
/// - Source: optimal string alignment distance (Damerau 1964, restricted to non-overlapping edits).
package func nearestName(to word: String, among candidates: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().utf8)
  let limit = min(max(1, typed.count / 3), typed.count - 1)
  guard limit > 0 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != word {
    let distance = editDistance(typed, Array(candidate.lowercased().utf8), atMost: limit)
    if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  return best?.name
}

/// The number of edits from one word to the other, or more than `limit` as soon as that is certain.
package func editDistance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int {
  if abs(left.count - right.count) > limit { return limit + 1 }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  var row = last
  for i in 0..<left.count {
    row[0] = i + 1
    for j in 0..<right.count {
      let substituted = last[j] + (left[i] == right[j] ? 0 : 1)
      row[j + 1] = min(substituted, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[right.count]
}
