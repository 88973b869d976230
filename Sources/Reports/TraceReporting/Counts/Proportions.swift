/// The 95 % interval of a proportion.
///
/// - Parameter designEffect: the factor by which the variance exceeds the variance of independent launches.
/// - Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
/// - Complexity: O(1).
package func wilsonInterval(
  of affected: Int, in all: Int, designEffect: Double = 1
) -> ClosedRange<Double> {
  if all == 0 { return 0...1 }
  /// The quantile of the normal distribution at 0.975.
  let z = 1.959_963_984_540_054
  let count = Double(all) / designEffect
  let share = Double(affected) / Double(all)
  let scale = 1 + z * z / count
  let center = (share + z * z / (2 * count)) / scale
  let spread = (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
  let half = z * spread / scale
  // At the ends, rounding would leave a difference that does not exist.
  let lowest = affected == 0 ? 0 : max(0, center - half)
  let highest = affected == all ? 1 : min(1, center + half)
  return min(lowest, highest)...highest
}

/// The probability that two proportions differ as much as these or more if both come from the same one: Fisher's exact
/// test, twice the smaller tail.
///
/// It is exact even if few are affected or one side is much larger than the other, where the normal approximation mistakes
/// chance for a change.
/// - Source: Fisher, "The logic of inductive inference", JRSS 98 (1935); by the ratio of neighboring probabilities of the
///   hypergeometric distribution, which needs no logarithms.
/// - Complexity: O(standard deviations of the number of affected ones), at most some 80 of them.
package func probabilityOfDifference(
  _ first: (affected: Int, all: Int), _ second: (affected: Int, all: Int)
) -> Double {
  let (ofFirst, ofSecond) = (Double(first.all), Double(second.all))
  let affected = first.affected + second.affected
  let (least, most) = (max(0, affected - second.all), min(affected, first.all))
  if least >= most { return 1 }
  let found = first.affected
  /// The probability of one more in the first, relative to the current number's.
  func ratio(_ count: Int) -> Double {
    let more = Double(count + 1)
    return (Double(affected - count) / more)
      * ((ofFirst - Double(count)) / (ofSecond - Double(affected) + more))
  }
  let peak = (ofFirst + 1) / (ofFirst + ofSecond + 2) * Double(affected + 1)
  let mode = min(most, max(least, Int(peak)))
  // Relative to the probability of the mode.
  var (lower, upper, all) = (0.0, 0.0, 0.0)
  func add(_ weight: Double, at count: Int) {
    all += weight
    if count <= found { lower += weight }
    if count >= found { upper += weight }
  }
  add(1, at: mode)
  var weight = 1.0
  for count in mode..<most {
    weight *= ratio(count)
    if weight < .leastNormalMagnitude { break }
    add(weight, at: count + 1)
  }
  weight = 1
  for count in (least..<mode).reversed() {
    weight /= ratio(count)
    if weight < .leastNormalMagnitude { break }
    add(weight, at: count)
  }
  return min(1, max(.leastNormalMagnitude, 2 * min(lower, upper) / all))
}

/// The probabilities corrected for their number: those up to a bound have at most that share of false ones on average.
///
/// - Source: Benjamini, Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995).
/// - Complexity: O(n log n).
package func adjustedForFalseDiscovery(_ probabilities: [Double]) -> [Double] {
  let order = probabilities.indices.sorted { (probabilities[$0], $0) < (probabilities[$1], $1) }
  var adjusted = probabilities
  var least = 1.0
  for (rank, index) in order.enumerated().reversed() {
    least = min(least, probabilities[index] * Double(order.count) / Double(rank + 1))
    adjusted[index] = least
  }
  return adjusted
}
