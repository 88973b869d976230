// What a user of the library has to name, so that one import is enough.
@_exported public import CallOrderCore
@_exported public import TraceReading
@_exported public import TraceReporting
@_exported public import TraceWriting
