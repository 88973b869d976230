import Foundation
import TestSupport
import Testing

/// A file with which a fuzzer or a person found a bug.
struct Find: CustomTestStringConvertible {
  let target: FuzzTarget
  let name: String
  let bytes: [UInt8]
  var testDescription: String { "\(target.name)/\(name)" }

  static let all: [Find] = FuzzTarget.all.flatMap { target in
    let folder = "Tests/FuzzTests/Finds/\(target.name)"
    return Repository.names(in: folder).compactMap { name in
      Repository.bytes("\(folder)/\(name)").map { Find(target: target, name: name, bytes: $0) }
    }
  }
}

@Suite("What fuzzing found", .seeds) struct FindsTests {
  @Test("passes after the fix", arguments: Find.all)
  func replay(find: Find) {
    let complaint = find.target.attempt(find.bytes).complaint
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("belongs to a target")
  func folders() {
    let folders = Repository.names(in: "Tests/FuzzTests/Finds")
    #expect(!folders.isEmpty && Set(folders).subtracting(FuzzTarget.all.map(\.name)) == [])
  }
}
