// What a recorder records.
@_exported public import CallOrderEvents
