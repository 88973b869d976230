/// The formats of others, in the order in which they are asked whether a recording is theirs.
let foreignFormats: [any ForeignFormat.Type] = [
  CustomerIOTrace.self, AppleLog.self, ChromeTrace.self, BugsnagEvent.self, SentryEvent.self,
  TextLog.self,
]
