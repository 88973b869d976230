internal import CallOrderCommand
internal import TraceSystem

ignoreBrokenPipes()
SystemProcess.exit(runCallOrder(SystemProcess.arguments, in: .ofProcess()))
