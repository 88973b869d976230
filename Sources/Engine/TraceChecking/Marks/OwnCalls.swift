internal import TraceGrammar
internal import TraceModel

/// The calls that the app made itself: those with a recorded caller that is none of the platform's.
///
/// Such a call says nothing about what the platform did, so no lifecycle, rule or value counts it. `FindingCollector.judgeOwn` asks
/// whether it would have been legal there.
extension Recording {
  /// Marks them. A notification has no caller that matters, and what the app does is its own in any case.
  static func markOwnCalls(_ store: inout Store, _ plan: Plan) {
    guard let member = plan.callerMember, !plan.grammar.callers.isEmpty else { return }
    let isOwn = IDArray<HowID, Bool>(
      (0..<store.howCount).map { how in
        let caller = store.value(member, Row(who: WhoID(0), how: HowID(how)))
        return caller != 0 && plan.grammar.isOwn(store.string(caller))
      })
    if !isOwn.contains(true) { return }
    for index in store.events.indices {
      let event = store.events[index]
      if isOwn[event.row.how], event.callback != Event.none, event.kind == .delegate,
        event.doubt != .end, event.doubt != .nearly, !plan.traits[Int(event.callback)].isAction
      {
        store.mark(index, .own)
      }
    }
  }
}

extension Plan {
  /// Who made a call; nil if that is not recorded.
  func caller(_ store: Store, _ event: Int32) -> String? {
    guard let member = callerMember else { return nil }
    let name = store.value(member, store.events[Int(event)].row)
    return name == 0 ? nil : store.string(name)
  }
}
