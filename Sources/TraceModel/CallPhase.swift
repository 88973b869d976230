/// Which part of a call an event tells of.
public enum CallPhase: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The call as such.
  case whole
  /// The call's beginning; its end is an event of its own.
  case begin
  /// The end of a call that another event began.
  case end

  /// The phase that the member `phase` names; nil for another text, as an event without it is whole.
  package init?(name: some Sequence<UInt8>) {
    if name.elementsEqual("begin".utf8) {
      self = .begin
    } else if name.elementsEqual("end".utf8) {
      self = .end
    } else {
      return nil
    }
  }
}
