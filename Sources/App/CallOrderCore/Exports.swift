// The types that users of the library need: the options, the grammar, events, findings and reports.
@_exported public import CallOrderEvents
@_exported public import TraceChecking
@_exported public import TraceModel
@_exported public import TraceFindings
@_exported public import TraceGrammar
