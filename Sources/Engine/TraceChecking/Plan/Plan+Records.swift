package import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension Plan {
  /// The short name of the callback that a spelling means, and whether the spelling is a notification's; nil if it is
  /// unknown. For a spelling whose meaning depends on a member it is that of any value.
  /// - Complexity: O(bytes) expected.
  package func meaning(of spelling: String) -> (callback: String, isNotification: Bool)? {
    let chosen = spellings.choice(of: spelling)?.meanings.min { $0.key < $1.key }?.value
    return (spellings.meaning(of: spelling) ?? chosen).map {
      (grammar.callbacks[$0.callback].name, $0.kind == .notification)
    }
  }

  /// The callbacks that are stated to be recorded; nil if nothing is stated.
  ///
  /// "all" are all of UIKit's calls. Actions, which only the app can record, count if they occur or are named as well.
  func stated(_ records: Records?, _ occurred: RecordedCallbacks) -> RecordedCallbacks? {
    guard let records, records != .trace, records != .run else { return nil }
    var stated = RecordedCallbacks()
    stated.hasOnlyNotifications = occurred.hasOnlyNotifications
    stated.hasOnlyReplacedCalls = occurred.hasOnlyReplacedCalls
    if records.includesAllCalls {
      let shown = grammar.callbacks.indices.filter {
        !grammar.callbacks[$0].isAction || grammar.callbacks[$0].isPresumedRecorded
          || !occurred.isSilent($0)
      }
      stated.calls = Set(shown)
      stated.notifications = Set(
        shown.filter { !grammar.callbacks[$0].notifications.isEmpty })
    }
    for spelling in records.named {
      guard let meaning = self.spellings.meaning(of: spelling) else { continue }
      if meaning.kind != .notification { stated.calls.insert(meaning.callback) }
      // A short name stands for both.
      if meaning.kind == .notification || grammar.callbacks[meaning.callback].name == spelling {
        stated.notifications.insert(meaning.callback)
      }
    }
    return stated
  }

  /// Callbacks in the form of a report.
  package func describe(
    _ shown: RecordedCallbacks, _ source: ObservedCallbacks.Source
  ) -> ObservedCallbacks {
    ObservedCallbacks(
      source: source, calls: shown.calls.sorted().map { grammar.callbacks[$0].name },
      notifications: shown.notifications.sorted().map { grammar.callbacks[$0].name })
  }

  /// The spellings of a statement that the grammar does not know.
  func unknown(in records: Records?) -> [String] {
    records?.named.filter { spellings.meaning(of: $0) == nil } ?? []
  }
}
