// Events, headers and destinations are the recorder's, wherever they are declared.
@_exported public import CallOrderRecorderCore
