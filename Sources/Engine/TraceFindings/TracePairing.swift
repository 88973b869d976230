/// Finds the same trace in run after run, also where each run has a folder of its own.
struct TracePairing: Sendable {
  /// For each trace, by its first path, the latest one.
  private var latest: [String: String] = [:]
  private var keyOfPath: [String: String] = [:]
  private var keyOfName: [String: String] = [:]

  /// The keys of the traces of a run that comes after all others: traces with the same path belong together, then those
  /// with the same path below the common folder of their run.
  mutating func keys(of traces: [TraceReport]) -> [String] {
    let names = traces.pathsBelowCommonFolder
    let known = Set(traces.compactMap { keyOfPath[$0.path] })
    var taken = known
    return zip(traces, names).map { trace, name in
      var key = keyOfPath[trace.path]
      if key == nil, let byName = keyOfName[name], !taken.contains(byName) { key = byName }
      let found = key ?? trace.path
      taken.insert(found)
      latest[found] = trace.path
      keyOfPath[trace.path] = found
      keyOfName[name] = found
      return found
    }
  }

  /// The path that the trace had in the last run with it.
  func path(of key: String) -> String { latest[key] ?? key }
}

extension [TraceReport] {
  /// The paths without the folders that all of them begin with.
  package var pathsBelowCommonFolder: [String] {
    let parts = map { $0.path.split(separator: "/") }
    guard let first = parts.first else { return [] }
    var common = first.count - 1
    for other in parts {
      common = Swift.min(common, other.count - 1)
      while common > 0, first[..<common] != other[..<common] { common -= 1 }
    }
    return parts.map { $0.dropFirst(Swift.max(0, common)).joined(separator: "/") }
  }
}
