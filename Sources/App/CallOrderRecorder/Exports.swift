// Exports events, headers and destinations, so that one import is enough.
@_exported public import CallOrderRecorderCore
