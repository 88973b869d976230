extension Array {
  /// The elements that are needed to fail: removing any one of them makes it pass.
  public func shrunk(_ fails: (Self) throws -> Bool) rethrows -> Self {
    var least = self
    var index = 0
    while index < least.count {
      var shorter = least
      shorter.remove(at: index)
      if try fails(shorter) { (least, index) = (shorter, 0) } else { index += 1 }
    }
    return least
  }
}
