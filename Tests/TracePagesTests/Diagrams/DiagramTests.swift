import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@testable import TracePages

@Suite("Diagrams") struct HTMLDiagramTests {
  @Test("are as recorded", arguments: GraphFormat.allCases)
  func graphsAreAsRecorded(format: GraphFormat) throws {
    let text = Repository.bytes("Tests/TracePagesTests/Diagrams/sample.lifecycle") ?? []
    let grammar = try #require(Grammar.parse(text).grammar)
    let ending = format == .mermaid ? "mmd" : format.rawValue
    expectSnapshot(grammar.graph(format: format), named: "Grammar.\(ending)")
  }

  @Test("have made-up identities and codes for Mermaid")
  func mermaidGetsMadeUpIdentitiesAndCodes() {
    let text = String(decoding: hostileGrammar.graph(format: .mermaid), as: UTF8.self)
    #expect(text.contains("state \"end\" as s0_1"))
    #expect(text.contains("a #quot;quoted#quot; \\ end"))
    #expect(text.contains("scene(_:willConnectTo:options:)"))
    #expect(text.contains("#58;:x #45;-#gt; y#59; #35;1"))
    #expect(!text.contains("; #1"))
  }

  private var hostileGrammar: Grammar {
    Grammar(
      name: "odd", version: "1", subjects: [SubjectKind(name: "s", members: ["s"])],
      callbacks: [
        Callback(name: "scene(_:willConnectTo:options:)", subject: 0),
        Callback(name: "::x --> y; #1", subject: 0),
      ],
      lifecycles: [
        Lifecycle(
          name: "odd", subject: 0,
          states: [
            .init(name: "a \"quoted\" \\ end", isAccepting: false),
            .init(name: "end", isAccepting: true),
          ],
          transitions: [.init(from: 0, callback: 0, to: 1), .init(from: 1, callback: 1, to: 0)],
          start: [0], unknownStart: [0, 1], onParentBegin: [0, 1])
      ], rules: [])
  }

  @Test("keep everything apart in drawings of chance graphs", arguments: 0..<30)
  func drawingsOfChanceGraphsKeepEverythingApart(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...14, using: &generator)
    let sizes = (0..<count).map { _ in
      LayeredLayout.Size(width: .random(in: 40...160, using: &generator), height: 30)
    }
    let arcs = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      LayeredLayout.Arc(
        from: .random(in: 0..<count, using: &generator),
        to: .random(in: 0..<count, using: &generator),
        label: Bool.random(using: &generator) ? .init(width: 90, height: 18) : nil)
    }
    let layout = LayeredLayout(vertices: sizes, arcs: arcs)
    var boxes = zip(layout.vertices, sizes).map { ($0, $1) }
    for (index, label) in layout.labels.enumerated() {
      if let label, let size = arcs[index].label { boxes.append((label, size)) }
    }
    for (index, (middle, size)) in boxes.enumerated() {
      #expect(
        middle.x - size.width / 2 > -0.5 && middle.x + size.width / 2 < layout.size.width + 0.5)
      for (other, otherSize) in boxes[(index + 1)...] {
        let apart =
          abs(middle.x - other.x) >= (size.width + otherSize.width) / 2
          || abs(middle.y - other.y) >= (size.height + otherSize.height) / 2
        #expect(apart, "seed \(seed): two boxes overlap")
      }
    }
    for (index, arc) in arcs.enumerated() where arc.from != arc.to {
      let route = layout.routes[index]
      let start = layout.vertices[arc.from]
      let end = layout.vertices[arc.to]
      #expect(abs((route.first?.x ?? .infinity) - start.x) <= sizes[arc.from].width / 2)
      #expect(abs((route.last?.x ?? .infinity) - end.x) <= sizes[arc.to].width / 2)
      #expect(abs(abs((route.last?.y ?? .infinity) - end.y) - 15) < 0.01)
    }
  }

  @Test("dash the steps that were never taken, and weigh the others")
  func stepsNeverTakenAreDashedAndOthersWeighed() {
    let svg = String(
      decoding: PageSamples.grammar.graph(
        format: .svg, lifecycles: ["session"], coverage: PageSamples.single.coverage),
      as: UTF8.self)
    #expect(svg.contains("new to discarded on didDiscard, taken 0 times"))
    #expect(svg.contains("class=\"sd-e cold\""))
    #expect(svg.contains("class=\"sd-e h1\""))
  }
}
