/// One line of a text as a terminal shows it, with the columns a range takes.
///
/// Tabs become spaces up to the next multiple of four columns. What could steer the terminal, and bytes that
/// are not UTF-8, become visible escapes.
struct SourceLine {
  /// The shown text; of a very long line the part around the range, with `…` where it was cut.
  private(set) var shown = ""
  /// How many columns stand before the range.
  private(set) var indentation = 0
  /// How many columns the range takes; at least 1.
  private(set) var underline = 1

  /// The most columns shown of a line, and how many of them stand before a range that is further right.
  private static let widthLimit = 120, contextWidth = 30

  /// The visible form of one character of the text.
  private struct Cell {
    var text: String
    var width: Int
    /// Offsets in the whole text, in bytes.
    var bytes: Range<Int>
  }

  /// Lays a line out.
  /// - Parameters:
  ///   - line: the line's bytes, without its line break; indices are offsets in the whole text.
  ///   - range: the bytes to underline, cut to the line.
  init(_ line: ArraySlice<UInt8>, underlining range: Range<Int>) {
    let cells = Self.cells(of: line)
    let first = cells.firstIndex { $0.bytes.upperBound > range.lowerBound } ?? cells.count
    let last = cells[first...].firstIndex { $0.bytes.lowerBound >= range.upperBound }
    var visible = cells.startIndex..<cells.endIndex
    if width(cells[...]) > Self.widthLimit {
      visible = Self.window(cells, around: first)
    }
    let end = min(max(last ?? cells.endIndex, first), visible.upperBound)
    let cutBefore = visible.lowerBound > cells.startIndex ? "…" : ""
    let cutAfter = visible.upperBound < cells.endIndex ? "…" : ""
    shown = cutBefore + cells[visible].map(\.text).joined() + cutAfter
    indentation = cutBefore.count + width(cells[visible.lowerBound..<min(first, end)])
    underline = max(1, width(cells[min(first, end)..<end]))
  }

  private func width(_ cells: ArraySlice<Cell>) -> Int { cells.reduce(0) { $0 + $1.width } }

  private static func window(_ cells: [Cell], around first: Int) -> Range<Int> {
    var start = first
    var before = 0
    while start > cells.startIndex, before + cells[start - 1].width <= contextWidth {
      start -= 1
      before += cells[start].width
    }
    var end = start
    var total = 0
    while end < cells.endIndex, total + cells[end].width <= widthLimit {
      total += cells[end].width
      end += 1
    }
    return start..<end
  }

  private static func cells(of line: ArraySlice<UInt8>) -> [Cell] {
    var cells: [Cell] = []
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = line.makeIterator()
    var offset = line.startIndex
    var column = 0
    func add(_ text: String, _ width: Int, _ length: Int) {
      cells.append(Cell(text: text, width: width, bytes: offset..<offset + length))
      offset += length
      column += width
    }
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar == "\t" {
          let spaces = 4 - column % 4
          add(String(repeating: " ", count: spaces), spaces, encoded.count)
        } else {
          let text = terminalSafe(String(scalar))
          add(text, TraceModel.displayWidth(of: text), encoded.count)
        }
      case .error(let length):
        let escape = line[offset..<offset + length].map { "\\x\(String($0, radix: 16))" }.joined()
        add(escape, escape.count, length)
      case .emptyInput: return cells
      }
    }
  }
}
