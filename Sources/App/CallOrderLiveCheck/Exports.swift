// Exports everything that an app has to name, so that one import is enough.
@_exported public import CallOrderCore
@_exported public import CallOrderRecorder
