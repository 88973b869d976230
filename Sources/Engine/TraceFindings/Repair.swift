/// The cheapest set of edits that makes a segment of a subject's recorded calls legal.
///
/// The edits of all violations of one subject and lifecycle are one consistent whole: applied together they
/// turn the recorded word into a legal one, and their number is the least possible.
public struct Repair: Sendable, Equatable {
  /// A call that should have been there.
  public struct Insertion: Sendable, Equatable {
    /// The callback's short name.
    public var callback: String
    /// The event it belongs before, counted from 1; one more than the number of events means at the end.
    public var beforeEvent: Int

    /// Makes an insertion before the event with the given number, counted from 1.
    public init(callback: String, beforeEvent: Int) {
      self.callback = callback
      self.beforeEvent = beforeEvent
    }
  }

  /// A call that should not have been there.
  public struct Deletion: Sendable, Equatable {
    /// The number of the event, counted from 1.
    public var event: Int
    /// The callback's short name.
    public var callback: String

    /// Makes a deletion of the event with the given number, counted from 1.
    public init(event: Int, callback: String) {
      self.event = event
      self.callback = callback
    }
  }

  /// Calls that are missing, in the order they belong; the first and the last ones where there are very many.
  public var insertions: [Insertion]
  /// Superfluous calls, by event number; the first and the last ones where there are very many.
  public var deletions: [Deletion]
  /// Calls that the recording does not show and that are assumed to have come, as the edits alone would not be enough;
  /// they cost nothing. Only the first ones where there are very many.
  public var assumed: [Insertion] = []
  /// How many missing calls are not listed.
  public var unlistedInsertions = 0
  /// How many superfluous calls are not listed.
  public var unlistedDeletions = 0

  /// How many edits are not listed.
  public var unlisted: Int { unlistedInsertions + unlistedDeletions }
  /// The number of edits, listed or not.
  public var cost: Int { insertions.count + deletions.count + unlisted }

  /// Makes a repair from its edits.
  public init(insertions: [Insertion] = [], deletions: [Deletion] = []) {
    self.insertions = insertions
    self.deletions = deletions
  }
}
