import Testing
import TraceModel

@Suite("Lists with typed ids") struct IDArrayTests {
  @Test("find an element by its id, and number the elements from 0")
  func ids() {
    var names: IDArray<RuleID, String> = ["a", "b"]
    let added = names.append("c")
    names[0] = "A"
    #expect(added == 2 && names[added] == "c" && names.count == 3)
    #expect(names.indices.map(\.index) == [0, 1, 2])
    #expect(names.numbered.map { "\($0)\($1)" } == ["0A", "1b", "2c"])
    #expect(names.firstIndex(of: "b") == RuleID(1))
    #expect(names.firstIndex(of: "x") == nil)
    #expect(names.table(\.count) == IDArray<RuleID, Int>([1, 1, 1]))
  }

  @Test("are compared and hashed by their elements")
  func values() {
    let states: IDArray<StateID, Int> = [4, 5]
    #expect(states == IDArray([4, 5]) && states != [5, 4])
    #expect(Set([states, [4, 5], [5]]).count == 2)
  }
}

@Suite("Packed ids") struct PackedIDTests {
  @Test("keep every id, and none, in the room that they are given")
  func packing() {
    typealias Small = PackedOptionalID<StateID, UInt8>
    for index in 0..<255 { #expect(Small(StateID(index)).id == StateID(index)) }
    #expect(Small.absent.id == nil && Small(nil).isNone && !Small(0).isNone)
    typealias Signed = PackedOptionalID<RuleID, Int16>
    #expect(Signed(RuleID(1_023)).known == 1_023 && Signed(nil).number == -1)
    #expect(MemoryLayout<Small>.size == 1 && MemoryLayout<Signed>.size == 2)
    #expect(MemoryLayout<CallbackID>.size == 2)
  }
}
