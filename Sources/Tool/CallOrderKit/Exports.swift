// Exports every type that users of the library have to name, so that one import is enough.
@_exported public import CallOrderCore
@_exported public import TraceReading
@_exported public import TraceReporting
@_exported public import TraceFindings
