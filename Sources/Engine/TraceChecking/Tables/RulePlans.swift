internal import TraceGrammar

/// The rules that are not about steps, prepared once for all traces.
struct RulePlans {
  /// For every callback, the kinds of subjects that it concerns besides its own.
  let concerns: IDArray<CallbackID, [OtherSubjects.Concern]>
  /// For every callback, whether a rule on subjects side by side names it.
  let isBesideOthers: IDArray<CallbackID, Bool>
  /// For every callback, the rules on subjects side by side that name it.
  let peers: IDArray<CallbackID, [PeerRules.Plan]>
  /// For every callback, what rules on the aliases of subjects say about it.
  let aliases: IDArray<CallbackID, AliasRole>
  /// The rules on how long subjects are in a state, and on how many are.
  let states: StateRules.Plan
  /// The rules on values of members.
  let values: ValueWatch.Plan
  /// The conditions of quirks, by the kinds of subjects whose states they ask for.
  let conditions: AskedConditions
  /// For every callback, its bit among those of `CompiledKind.covering`; 0 if it is none of them.
  let covering: IDArray<CallbackID, UInt32>

  init(_ compiled: CompiledGrammar) {
    let named = NamedByKind(compiled.grammar)
    concerns = OtherSubjects.concerns(compiled, named)
    isBesideOthers = IDArray(compiled.grammar.callbacks.indices.map(named.isBesideOthers))
    peers = PeerRules.plans(compiled)
    aliases = AliasRole.roles(in: compiled.grammar)
    states = StateRules.Plan(compiled.grammar)
    values = ValueWatch.Plan(compiled.forms.values)
    conditions = AskedConditions(compiled)
    var covering = IDArray<CallbackID, UInt32>(
      repeating: 0, count: compiled.grammar.callbacks.count)
    for kind in compiled.grammar.subjects.indices {
      for (place, callback) in compiled.kinds[kind].covering.enumerated() {
        covering[callback] = 1 << UInt32(place)
      }
    }
    self.covering = covering
  }
}
