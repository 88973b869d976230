import TraceModel
import TraceReading

extension Reading {
  /// Reads a text into a store.
  init(stored bytes: [UInt8], _ manner: Manner) {
    self.init()
    var store = TraceStore(members: manner.members)
    var reader = StoreReader(
      DrippingSource(bytes, step: manner.step), members: manner.members, limits: manner.limits,
      usesScanner: manner.usesScanner, chunkSize: manner.batchSize)
    do throws(TraceError) {
      while try reader.next(into: &store) {}
      (header, notes) = (reader.header, reader.notes)
    } catch {
      self.error = error
    }
    for (index, event) in store.events.enumerated() {
      events.append(ReadEvent(event, at: index, in: store))
    }
  }

  /// The same reading without what only batches have.
  var withoutPlaces: Reading {
    var reading = self
    for index in events.indices {
      (reading.events[index].text, reading.events[index].batch) = ([], 0)
      reading.events[index].offset = 0
    }
    return reading
  }

  /// The first difference of a stored trace from one that was read in batches; nil if they are the same.
  func difference(fromBatches other: Reading) -> String? {
    withoutPlaces.differenceAcrossBatches(from: other.withoutPlaces)
  }
}

extension ReadEvent {
  fileprivate init(_ event: StoredEvent, at index: Int, in store: TraceStore) {
    func bytes(_ name: NameID) -> [UInt8]? { name.isNone ? nil : Array(store.names[name]) }
    line = Int(event.line)
    callback = bytes(store.callback(of: event.how))
    identities = store.members.single.indices.map { bytes(store.value($0, of: event)) }
    // As batches have them: what separates sets is an empty name.
    let sets = store.members.sets.indices.map { store.identities(inSet: $0, of: event.who) }
    set = sets.flatMap { $0.map { bytes($0) ?? [] } }
    if sets.count > 1, let last = sets.last, !last.isEmpty { set.insert([], at: sets[0].count) }
    kind = store.kind(of: event.how)
    phase = store.phase(of: event.how)
    time = event.time.bitPattern
    duration = store.duration(of: index).bitPattern
  }
}
