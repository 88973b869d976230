internal import TraceGrammar

extension [PlatformVersion] {
  func isInForce(on platform: PlatformVersion?) -> Bool {
    first { $0.platform == platform?.platform }.map { $0.isReached(by: platform) } ?? true
  }
  func isOver(on platform: PlatformVersion?) -> Bool {
    first { $0.platform == platform?.platform }.map { $0.isReached(by: platform) } ?? false
  }
}
