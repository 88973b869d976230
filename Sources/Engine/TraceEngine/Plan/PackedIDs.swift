internal import TraceGrammar

/// A callback or none, in two bytes.
typealias MaybeCallback = PackedOptionalID<CallbackID, UInt16>

/// A symbol of a lifecycle or none, in two bytes.
typealias MaybeSymbol = PackedOptionalID<SymbolID, Int16>

/// A rule or none, in two bytes.
typealias MaybeRule = PackedOptionalID<RuleID, Int16>

/// A state of a lifecycle or none, in a byte.
typealias MaybeState = PackedOptionalID<StateID, UInt8>
