// Exports everything that a test has to name, so that one import is enough.
@_exported public import CallOrderExpectations
@_exported public import CallOrderRecorder
