/// Adds what one checker of a trace counted about its narrow subjects to what another one counted.
func addCounts(of other: inout LiveSubjects, to live: inout LiveSubjects) {
  let tables = live.tables
  for kind in tables.kindIDs where !tables.kinds[kind].isWider {
    live.directory.kinds[kind].store.absorbCount(of: other.directory.kinds[kind].store)
  }
  live.directory.roles.absorb(other.directory.roles)
  live.directory.delegates.absorb(other.directory.delegates)
  addSteps(of: &other.stepper, to: &live.stepper)
}

private func addSteps(of other: inout LifecycleStepper, to stepper: inout LifecycleStepper) {
  let (tables, others) = (stepper.tables, other.tables)
  let (hits, added) = (stepper.hits, other.hits)
  for kind in tables.kindIDs where !tables.kinds[kind].isWider {
    if other.stores[kind].hasStepped { stepper.stores[kind].hasStepped = true }
    for run in 0..<tables.kinds[kind].runCount {
      let traits = tables.runs[tables.kinds[kind].firstRun + run]
      let end = traits.hitOffset + Int(traits.stateCount) * traits.symbolCount
      for cell in traits.hitOffset..<end { hits[cell] += added[cell] }
    }
  }
  if !stepper.unpinned.isOn { return }
  let compiled = stepper.compiled
  let narrow = Set(
    tables.kindIDs.filter { !tables.kinds[$0].isWider }
      .flatMap { compiled.kinds[$0].lifecycles })
  // Vectors have other numbers in other tables.
  let numbers = others.coverage.numbers(of: other.unpinned, others) { narrow.contains($0) }
  stepper.unpinned.absorb(numbers, isFull: other.unpinned.isFull)
}
