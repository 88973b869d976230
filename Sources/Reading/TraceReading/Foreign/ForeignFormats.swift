/// The formats of other tools, in the order in which they are asked to recognize a recording.
let foreignFormats: [any ForeignFormat.Type] = [
  AppleLog.self, BugsnagEvent.self, SentryEvent.self, JSONLog.self, TextLog.self,
]
