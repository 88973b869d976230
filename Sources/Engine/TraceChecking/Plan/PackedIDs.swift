internal import TraceGrammar

/// A symbol of a lifecycle or none, in two bytes.
typealias MaybeSymbol = PackedOptionalID<SymbolID, Int16>

/// A rule or none, in two bytes.
typealias MaybeRule = PackedOptionalID<RuleID, Int16>
