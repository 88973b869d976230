extension PlatformVersion {
  /// Whether another version of the platform is this one or a later one; `17` is as late as `17.0`.
  package func isReached(by other: PlatformVersion?) -> Bool {
    guard let other else { return false }
    let zeros = repeatElement(0, count: Swift.max(0, numbers.count - other.numbers.count))
    return !(other.numbers + zeros).lexicographicallyPrecedes(numbers)
  }
}
