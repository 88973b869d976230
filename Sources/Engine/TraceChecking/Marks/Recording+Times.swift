internal import TraceModel

extension Recording {
  /// How many seconds and lines apart lines may have been exchanged. That happens where threads write at once, which is a matter
  /// of milliseconds; and each event is to take a limited time.
  private static let exchangeLimit = (seconds: 0.02, lines: 64)

  /// Finds events that were delivered twice, and places where lines may be exchanged.
  mutating func markTimes(_ store: inout Store, _ plan: Plan) {
    var latest = -Double.infinity
    var repetitions = Repetitions()
    let owner = plan.kinds.isEmpty ? 0 : plan.kinds[plan.widest].member
    for index in store.events.indices {
      let event = store.events[index]
      if event.time.isNaN { continue }
      defer { latest = max(latest, event.time) }
      if !(event.time <= latest) || event.callback == Event.none || event.kind == .gap { continue }
      if let (isExact, isAgain) = repetitions.find(index, store, isEarlier: event.time < latest) {
        hasDoubtfulTimes = true
        let kind = plan.kinds[plan.traits[Int(event.callback)].kind]
        let isCertain = isExact && isAgain && (kind.isWider || store.identifies(kind, event.row))
        if event.doubt == .none || event.doubt == .endAlone && isCertain {
          store.mark(index, isCertain ? .repeated : .perhapsRepeated)
        }
        continue
      }
      if latest == event.time || latest - event.time > Self.exchangeLimit.seconds { continue }
      let kind = plan.kinds[plan.traits[Int(event.callback)].kind]
      let names = store.names(of: kind, event.row)
      let near = max(0, index - Self.exchangeLimit.lines)..<index
      // Each process may count its time from its own beginning, so only one that was met before may have lines among another's.
      lazy var met = near.first {
        store.value(owner, store.events[$0].row) == store.value(owner, event.row)
      }
      var first = index
      for before in near.reversed() where store.events[before].time > event.time {
        let row = store.events[before].row
        let (own, its) = (store.value(owner, event.row), store.value(owner, row))
        if own == its || own == 0 || its == 0
          || store.names(of: kind, row).contains(where: names.contains) && met ?? index < before
        {
          first = before
        }
      }
      if first == index { continue }
      hasDoubtfulTimes = true
      for place in first...index where [.none, .endAlone].contains(store.events[place].doubt) {
        store.mark(place, .disordered)
      }
    }
  }
}

/// Finds the events that repeat earlier ones, in time proportional to the events.
private struct Repetitions {
  private struct Key: Hashable { var time: Double, row: Row }
  /// By time and content, the last of the events so far, as far as they were taken in.
  private var last: [Key: Int] = [:]
  private var count = 0
  /// The last repetition that belongs to events which were delivered again, and how far behind the first delivery it is.
  private var going = (index: -2, distance: 0)

  /// - Parameter isEarlier: whether the event has an earlier time than one before it.
  /// - Returns: whether all that is known of the event is the same, and whether it is one of those that were delivered again;
  ///   nil for an event that repeats none.
  mutating func find(
    _ index: Int, _ store: Store, isEarlier: Bool
  ) -> (isExact: Bool, isAgain: Bool)? {
    let goesOn = going.index == index - 1 ? going.distance : 0
    var far = 0
    if isEarlier {
      func key(_ place: Int) -> Key {
        Key(time: store.events[place].time, row: store.events[place].row)
      }
      while count < index {
        if !store.events[count].time.isNaN { last[key(count)] = count }
        count += 1
      }
      // Clocks may begin anew, so one far away that is repeated alone may be another call.
      if let place = last[key(index)], index + 1 < store.events.count,
        Self.isExact(store, index + 1, place + 1) ?? false
      {
        far = index - place
      }
    }
    for near in 1...66 {
      let distance = near <= 64 ? near : near == 65 ? goesOn : far
      guard distance > 0, distance <= index,
        let isExact = Self.isExact(store, index, index - distance)
      else { continue }
      let isAgain = isEarlier || goesOn == distance
      if isExact, isAgain { going = (index, distance) }
      return (isExact, distance == 1 || isAgain)
    }
    return nil
  }

  private static func isExact(_ store: Store, _ index: Int, _ before: Int) -> Bool? {
    func areSame(_ one: Double, _ other: Double) -> Bool {
      one == other || one.isNaN && other.isNaN
    }
    let (event, other) = (store.events[index], store.events[before])
    if other.time != event.time || other.callback != event.callback
      || store.spelling(other.row.how) != store.spelling(event.row.how)
      || other.kind != event.kind
      || other.phase != event.phase
      || !areSame(store.duration(index), store.duration(before))
    {
      return nil
    }
    if event.row == other.row { return true }
    var isSame = true
    for member in 0..<store.memberCount {
      let (own, its) = (store.value(member, event.row), store.value(member, other.row))
      if own != its, own != 0, its != 0 { return nil }
      isSame = isSame && own == its
    }
    for set in store.members.sets.indices {
      let (own, its) = (store.set(set, event.row), store.set(set, other.row))
      if own != its, !own.isEmpty, !its.isEmpty { return nil }
      isSame = isSame && own == its
    }
    return isSame
  }
}
