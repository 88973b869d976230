import TraceReading

/// Returns its bytes a few at a time, like a slow pipe.
final class DrippingSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let step: Int

  init(_ bytes: [UInt8], step: Int) {
    rest = bytes[...]
    self.step = step
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = rest.prefix(min(step, buffer.count))
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(part.count)
    return part.count
  }
}
