/// Which part of a call an event records.
public enum CallPhase: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The whole call.
  case whole
  /// The call's beginning; its end is an event of its own.
  case begin
  /// The end of a call that another event began.
  case end

  /// The phase that the member `phase` names; nil for any other text. An event without the member is a whole call.
  // Inlined, because each event with a phase comes here.
  @inlinable package init?(name: some Sequence<UInt8>) {
    if name.elementsEqual("begin".utf8) {
      self = .begin
    } else if name.elementsEqual("end".utf8) {
      self = .end
    } else {
      return nil
    }
  }
}
