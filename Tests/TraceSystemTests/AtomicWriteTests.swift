import Foundation
import TestSupport
import Testing
import TraceSystem

@Suite("Atomic write") struct AtomicWriteTests {
  @Test("a file is created with its parent folders, and nothing else is left")
  func makesFolders() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a/b/report.json")
    try writeFileAtomically(Array("new".utf8), to: path)
    #expect(folder.text("a/b/report.json") == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b")).count == 1)
  }

  @Test("an old file is replaced and keeps its permissions")
  func keepsPermissions() throws {
    let folder = try TemporaryFolder()
    try folder.write("old, and longer", to: "r")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.path("r"))
    try writeFileAtomically(Array("new".utf8), to: folder.path("r"))
    #expect(folder.text("r") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("r"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("a link stays a link, and its target is written")
  func keepsLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "real/r")
    try folder.link("r", to: "real/r")
    try writeFileAtomically(Array("new".utf8), to: folder.path("r"))
    #expect(folder.text("real/r") == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("r")) == "real/r")
  }

  @Test("a target that cannot be replaced stays, and no temporary file is left")
  func failure() throws {
    let folder = try TemporaryFolder()
    try folder.write("inside", to: "r/file")
    let error = #expect(throws: SystemError.self) {
      try writeFileAtomically([1], to: folder.path("r"))
    }
    #expect(error?.message == "is a folder, not a file")
    let blocked = #expect(throws: SystemError.self) {
      try writeFileAtomically([1], to: folder.path("r/file/report.json"))
    }
    #expect(blocked?.path == folder.path("r/file/report.json"))
    #expect(folder.names == ["r"])
    #expect(folder.text("r/file") == "inside")
  }

  @Test("content that fails on the way leaves the old file")
  func failingContent() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "r")
    let error = #expect(throws: SystemError.self) {
      try writeFileAtomically(to: folder.path("r")) { take throws(SystemError) in
        _ = take([1])
        throw SystemError(path: "a source", message: "is gone")
      }
    }
    #expect(error?.path == folder.path("r"))
    #expect(folder.text("r") == "old" && folder.names == ["r"])
  }

  @Test("a name may be as long as the system allows", arguments: [200, 240, 255])
  func longName(length: Int) throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: length)
    try writeFileAtomically([1], to: folder.path(name))
    #expect(folder.names == [name])
  }

  @Test("a loop of links is rejected and stays", arguments: [["a"], ["a", "b"]])
  func loop(names: [String]) throws {
    let folder = try TemporaryFolder()
    for (index, name) in names.enumerated() {
      try folder.link(name, to: names[(index + 1) % names.count])
    }
    let error = #expect(throws: SystemError.self) {
      try writeFileAtomically([1], to: folder.path("a"))
    }
    #expect(error?.message == "too many levels of symbolic links")
    #expect(folder.names == names)
  }

  @Test("a path that is too long is rejected at once, before its folders are created")
  func longPath() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(String(repeating: "d/", count: 60_000) + "r")
    let start = ContinuousClock.now
    let error = #expect(throws: SystemError.self) {
      try writeFileAtomically([1], to: path)
    }
    #expect(error?.message == "file name too long")
    // It used to take 20 seconds; even a busy machine needs only some milliseconds.
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(folder.names.isEmpty)
  }

  @Test("a full disk is reported", .enabled(if: fileExists("/dev/full")))
  func fullDisk() {
    let error = #expect(throws: SystemError.self) { try writeFileAtomically([1], to: "/dev/full") }
    #expect(error?.message == "no space left on device")
  }

  @Test(
    "pieces are written in order, and none are requested after a failure",
    .enabled(if: fileExists("/dev/full")))
  func pieces() throws {
    let folder = try TemporaryFolder()
    let pieces = (0..<60).map { [UInt8](repeating: UInt8($0), count: $0 * $0 * 50) }
    try writeFileAtomically(to: folder.path("r")) { take in
      for piece in pieces { #expect(take(piece)) }
    }
    #expect(
      FileManager.default.contents(atPath: folder.path("r")).map(Array.init)
        == pieces.flatMap(\.self))
    var asked = 0
    #expect(throws: SystemError.self) {
      try writeFileAtomically(to: "/dev/full") { take in
        for piece in pieces {
          asked += 1
          if !take(piece) { break }
        }
      }
    }
    #expect(asked < pieces.count)
  }

  @Test("a device is written to and stays a device")
  func device() throws {
    try writeFileAtomically([1, 2, 3], to: "/dev/null")
    #expect(try fileKind(of: "/dev/null") == .other)
  }
}

@Suite("Output channel") struct OutputChannelTests {
  @Test("a closed pipe is not a failure; later output is dropped")
  func brokenPipe() {
    ignoreBrokenPipes()
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let channel = OutputChannel(descriptor: ends[1])
    for _ in 0..<100 { channel.write([UInt8](repeating: 1, count: 4_096)) }
    channel.flush()
    #expect(channel.failure == nil)
    close(ends[1])
  }

  @Test("a nonblocking pipe is waited for")
  func nonBlocking() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    #expect(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    let reader = Thread {
      var left = 1 << 20
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while left > 0 { left -= max(0, read(reading, &bytes, bytes.count)) }
    }
    reader.start()
    let channel = OutputChannel(descriptor: writing)
    channel.write([UInt8](repeating: 1, count: 1 << 20))
    channel.flush()
    #expect(channel.failure == nil)
    while !reader.isFinished { usleep(1_000) }
    close(reading)
    close(writing)
  }

  @Test("a full disk is a failure", .enabled(if: fileExists("/dev/full")))
  func fullDisk() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    let channel = OutputChannel(descriptor: descriptor)
    channel.write("text")
    #expect(channel.failure == nil)
    channel.flush()
    #expect(channel.failure?.message == "no space left on device")
    close(descriptor)
  }

  @Test("small writes are buffered and stay in order, large ones go through")
  func buffering() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "out")
    let descriptor = open(folder.path("out"), O_WRONLY)
    let channel = OutputChannel(descriptor: descriptor)
    channel.write("first ")
    #expect(folder.text("out") == "")
    channel.write([UInt8](repeating: UInt8(ascii: "x"), count: 70_000))
    channel.write("last")
    channel.flush()
    #expect(folder.text("out") == "first " + String(repeating: "x", count: 70_000) + "last")
    #expect(!channel.isTerminal)
    close(descriptor)
  }
}
