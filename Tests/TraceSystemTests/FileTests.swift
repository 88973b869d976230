import Foundation
import TestSupport
import Testing
import TraceSystem

@Suite("Files") struct FileTests {
  @Test("a file is read in chunks of the requested size, and the last one is shorter")
  func readsInChunks() throws {
    let folder = try TemporaryFolder()
    try folder.write("abcdefgh", to: "a.json")
    let file = try InputFile(opening: folder.path("a.json"))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { buffer.deallocate() }
    var chunks: [String] = []
    while case let count = try file.read(into: buffer), count > 0 {
      chunks.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    #expect(chunks == ["abc", "def", "gh"])
  }

  @Test("a missing file, a folder and a file over the limit are rejected with a clear message")
  func refusals() throws {
    let folder = try TemporaryFolder()
    try folder.write("abc", to: "a")
    let missing = #expect(throws: SystemError.self) { try readFile(folder.path("nothing")) }
    #expect(missing?.message == "no such file or directory")
    #expect(missing?.isAbsent == true)
    let notAFile = #expect(throws: SystemError.self) { try readFile(folder.path) }
    #expect(notAFile?.message == "is a folder, not a file")
    let large = #expect(throws: SystemError.self) { try readFile(folder.path("a"), limit: 2) }
    #expect(large?.message == "larger than the limit of 2 bytes")
    #expect(try readFile(folder.path("a"), limit: 3) == Array("abc".utf8))
  }

  @Test("the kind follows links")
  func kinds() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "file")
    try folder.link("link", to: "file")
    #expect(try fileKind(of: folder.path("link")) == .file)
    #expect(try fileKind(of: folder.path) == .folder)
    #expect(try fileKind(of: "/dev/null") == .other)
    #expect(!fileExists(folder.path("nothing")))
  }

  @Test(
    "paths are normalized without calling the system",
    arguments: [
      ("./a/b.json", "a/b.json"), ("a//b/", "a/b"), (".", "."), ("./", "."), ("/", "/"),
      ("../a", "../a"), ("././a", "a"), ("//a", "/a"),
    ])
  func tidied(path: String, expected: String) { #expect(Path.tidied(path) == expected) }

  @Test("a path is split into folder and name, and joined again")
  func parts() {
    #expect(Path.folder(of: "a/b/c") == "a/b")
    #expect(Path.folder(of: "c") == ".")
    #expect(Path.folder(of: "/c") == "/")
    #expect(Path.name(of: "a/b/c") == "c")
    #expect(Path.joined("a/b", "c") == "a/b/c")
    #expect(Path.joined("/", "c") == "/c")
    #expect(Path.joined(".", "c") == "c")
    #expect(Path.joined("a", "/c") == "/c")
    #expect(Path.normalized("/a/./b/../../c//d/") == "/c/d")
    #expect(Path.normalized("/../a/..") == "/")
  }
}

@Suite("Enclosed files") struct EnclosedFileTests {
  @Test("an ordinary file below the folder is read, at every depth and up to the limit")
  func reads() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "in/a/b.txt")
    try folder.link("here", to: "in")
    for place in ["in", "here"] {
      #expect(fileExists("a/b.txt", within: folder.path(place)))
      #expect(try readFile("a/b.txt", within: folder.path(place), limit: 4) == Array("text".utf8))
    }
    #expect(throws: SystemError.self) { try readFile("a/b.txt", within: folder.path, limit: 3) }
  }

  @Test(
    "a link, a hidden name, a pipe, a device, a folder and a name outside are refused",
    arguments: [
      "link", "folder/b.txt", ".hidden/b.txt", "a/.b.txt", "../b.txt", "a/../b.txt", "./b.txt",
      "a//b.txt", "/etc/passwd", "", "a", "a/", "pipe", "a/b.txt/", "a/b.txt/c", "b.txt\0.swift",
      "missing",
    ])
  func refuses(_ path: String) throws {
    let folder = try TemporaryFolder()
    for name in ["b.txt", "in/b.txt", "in/.hidden/b.txt", "in/a/.b.txt", "in/a/b.txt"] {
      try folder.write("text", to: name)
    }
    try folder.link("in/link", to: "b.txt")
    try folder.link("in/folder", to: "a")
    #expect(mkfifo(folder.path("in/pipe"), 0o600) == 0)
    #expect(!fileExists(path, within: folder.path("in")))
    #expect(throws: SystemError.self) {
      try readFile(path, within: folder.path("in"), limit: 100)
    }
    #expect(!fileExists("null", within: "/dev"))
  }
}

@Suite("Folder walk") struct FolderWalkTests {
  /// A folder with files, and with links to others.
  private func folder(_ files: String..., links: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in files { try folder.write("[]", to: file) }
    for (name, target) in links { try folder.link(name, to: target) }
    return folder
  }

  private func walk(_ folder: TemporaryFolder) -> FolderWalk {
    FolderWalk(of: folder.path) { $0.hasSuffix(".json") }
  }

  @Test("files are found at every depth and sorted by bytes; hidden names are skipped")
  func order() throws {
    let folder = try folder(
      "b.json", "B.json", "a/z.json", "a-b.json", "é.json", ".git/x.json", "a/no.txt",
      ".hidden.json")
    let found = walk(folder)
    let expected = ["B.json", "a-b.json", "a/z.json", "b.json", "é.json"]
    #expect(found.files == expected.map(folder.path))
    #expect(found.problems.isEmpty)
  }

  @Test("a loop of links ends, and a folder with two names is walked once")
  func loops() throws {
    let folder = try folder("inner/a.json", links: ["inner/up": "..", "zweiter": "inner"])
    #expect(walk(folder).files == [folder.path("inner/a.json")])
  }

  @Test("a walk that follows no links stays in its folder")
  func noLinks() throws {
    let folder = try folder(
      "outside/a.json", "in/b.json", links: ["in/c.json": "b.json", "in/out": "../outside"])
    let found = FolderWalk(of: "in", from: folder.path, followsLinks: false) {
      $0.hasSuffix(".json")
    }
    #expect(found.files == ["in/b.json"])
    #expect(found.problems.map(\.description) == ["in/c.json: is a link, not a file"])
  }

  @Test("a broken link is reported, and the other files are still found")
  func danglingLink() throws {
    let folder = try folder("a.json", links: ["gone.json": "nowhere", "irrelevant": "nowhere"])
    let found = walk(folder)
    #expect(found.files == [folder.path("a.json")])
    #expect(found.problems.map(\.path) == [folder.path("gone.json")])
    #expect(found.problems.map(\.message) == ["is a link that leads nowhere"])
  }

  @Test("paths are relative if the folder is, for any root")
  func relative() throws {
    let folder = try folder("in/a.json")
    #expect(FolderWalk(of: "in", from: folder.path) { _ in true }.files == ["in/a.json"])
    #expect(FolderWalk(of: ".", from: folder.path) { _ in true }.files == ["in/a.json"])
  }

  @Test("a name that is not UTF-8 is found, and leads to its file byte for byte")
  func invalidName() throws {
    let folder = try TemporaryFolder()
    let name = Array("a".utf8) + [0xFF, 0xC3] + Array(".json".utf8)
    let created = (Array(folder.path.utf8) + [0x2F] + name + [0]).withUnsafeBytes {
      fopen($0.bindMemory(to: CChar.self).baseAddress!, "w")
    }
    // Some file systems (APFS) reject such names.
    guard let created else { return }
    fputs("[]", created)
    fclose(created)
    let found = walk(folder)
    #expect(found.problems.isEmpty)
    let path = try #require(found.files.first)
    #expect(SystemText.shown(Path.name(of: path)) == #"a\xFF\xC3.json"#)
    #expect(try readFile(path) == Array("[]".utf8))
    try writeFileAtomically(Array("{}".utf8), to: path)
    #expect(try readFile(path) == Array("{}".utf8))
    #expect(walk(folder).files == [path])
  }

  @Test("a pipe or a socket with a matching name is reported, and others are not")
  func specialFiles() throws {
    let folder = try folder("a.json")
    #expect(mkfifo(folder.path("pipe.json"), 0o600) == 0)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let found = walk(folder)
    #expect(found.files == [folder.path("a.json")])
    #expect(found.problems.map(\.path) == [folder.path("pipe.json")])
    #expect(found.problems.map(\.message) == ["is a pipe, not a file"])
  }
}
