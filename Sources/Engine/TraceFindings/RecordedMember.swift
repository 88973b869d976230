/// A recorded member that is shown to people and not checked.
public struct RecordedMember: Sendable, Equatable {
  /// The member's name.
  public var name: String
  /// The member's value as text.
  public var value: String

  /// Makes a member.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
