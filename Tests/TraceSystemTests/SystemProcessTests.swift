import Foundation
import Testing
import TraceSystem

@Suite("The process") struct SystemProcessTests {
  @Test("environment, folder and processors are those of this process")
  func surroundings() throws {
    #expect(SystemProcess.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    #expect(SystemProcess.environment.count == ProcessInfo.processInfo.environment.count)
    #expect(try SystemProcess.currentFolder() == FileManager.default.currentDirectoryPath)
    #expect(SystemProcess.processorCount >= 1)
    #expect(abs(SystemProcess.secondsSince1970 - Int(Date().timeIntervalSince1970)) <= 1)
  }
}
