package import TraceReading
package import TraceSystem

/// A file as a source of trace bytes.
package final class FileSource: ByteSource {
  private let file: InputFile

  package init(_ file: InputFile) { self.file = file }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    // SAFETY: the buffer is the caller's, and is used only during the call, up to its count.
    do {
      return try file.read(into: buffer)
    } catch {
      throw ByteSourceError(error.message)
    }
  }
}
