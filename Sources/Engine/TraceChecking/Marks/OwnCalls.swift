internal import TraceGrammar
internal import TraceModel

/// The calls that the app made itself: those with a recorded caller that is none of the platform's.
///
/// Such a call says nothing about what the platform did, so no lifecycle, rule or value counts it. `FindingCollector.ownCalls` asks
/// whether it would have been legal there.
///
/// Who makes all calls of several callbacks, while the platform makes none, passes the platform's calls on, as a proxy that recorders
/// know only by its name. Those are steps.
extension Recording {
  /// Marks them. A notification has no caller that matters, and what the app does is its own in any case.
  static func markOwnCalls(_ store: inout Store, _ plan: Plan) {
    guard let member = plan.callerMember, !plan.grammar.callers.isEmpty else { return }
    let makers = IDArray<HowID, Substring?>(
      store.howRows.map { row in
        let name = store.value(member, row)
        if name == 0 { return nil }
        let caller = store.string(name)
        return plan.grammar.isOwn(caller) ? maker(of: caller) : nil
      })
    if !makers.contains(where: { $0 != nil }) { return }
    var calls: [(index: Int, maker: Substring)] = []
    var (byMaker, byPlatform): ([Substring: Set<UInt16>], Set<UInt16>) = ([:], [])
    for index in store.events.indices {
      let event = store.events[index]
      guard event.callback != Event.none, event.kind == .delegate, event.doubt != .end,
        event.doubt != .nearly, !plan.traits[Int(event.callback)].isAction
      else { continue }
      if let maker = makers[event.row.how] {
        calls.append((index, maker))
        byMaker[maker, default: []].insert(event.callback)
      } else {
        byPlatform.insert(event.callback)
      }
    }
    let forwarding = byMaker.filter { $0.value.count > 1 && $0.value.isDisjoint(with: byPlatform) }
    for (index, maker) in calls where forwarding[maker] == nil { store.mark(index, .own) }
  }

  /// The type of a method that made a call, or the library.
  private static func maker(of caller: String) -> Substring {
    if caller.hasPrefix("-[") || caller.hasPrefix("+[") {
      return caller.dropFirst(2).prefix { $0 != " " }
    }
    let name = caller.prefix { $0 != "(" }
    return name.lastIndex(of: ".").map { name[..<$0] } ?? name
  }
}

extension Plan {
  /// Who made a call; nil if that is not recorded.
  func caller(_ store: Store, _ event: Int32) -> String? {
    guard let member = callerMember else { return nil }
    let name = store.value(member, store.events[Int(event)].row)
    return name == 0 ? nil : store.string(name)
  }

  /// Whether the method of the same name made a call, as one of a subclass calls that of its base class: the same call again.
  func isPassedOn(_ store: Store, _ event: Int32) -> Bool {
    guard let caller = caller(store, event), let made = meaning(of: caller) else { return false }
    return made.callback
      == grammar.callbacks[CallbackID(Int(store.events[Int(event)].callback))].name
  }
}
