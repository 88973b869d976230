internal import TraceGrammar
internal import TraceModel

extension Plan {
  /// The callbacks that a recorder declares that it would record.
  func recorded(_ spellings: [String]) -> RecordedCallbacks {
    let table = SpellingTable(grammar)
    var shown = RecordedCallbacks()
    for spelling in spellings {
      guard let meaning = table.meaning(of: spelling) else { continue }
      if meaning.kind != .notification { shown.calls.insert(meaning.callback) }
      if meaning.kind == .notification || grammar.callbacks[meaning.callback].name == spelling {
        shown.notifications.insert(meaning.callback)
      }
    }
    return shown
  }
}
