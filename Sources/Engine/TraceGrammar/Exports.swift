// The ids of a grammar's parts, and lists of such parts.
@_exported public import TraceModel
