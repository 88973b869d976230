// States and symbols have typed ids, and whoever uses an automaton uses those.
@_exported public import TypedIDs
