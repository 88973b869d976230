// The types that users of the library need: the grammar, events, violations and reports.
@_exported public import TraceDiagnostics
@_exported public import TraceFindings
@_exported public import TraceGrammar
@_exported public import TraceModel
