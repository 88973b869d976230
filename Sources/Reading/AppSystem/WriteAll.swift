internal import SystemC

/// Writes all bytes, with as many calls as that takes. Returns 0 or the system's error number.
/// - Parameter hasToStop: whether to give up.
package func writeAll(
  _ bytes: some Collection<UInt8>, to descriptor: Int32, unless hasToStop: () -> Bool = { false }
) -> Int32 {
  let code = bytes.withContiguousStorageIfAvailable { buffer in
    writeAll(UnsafeRawBufferPointer(buffer), to: descriptor, unless: hasToStop)
  }
  return code ?? writeAll(Array(bytes), to: descriptor, unless: hasToStop)
}

/// Writes all bytes, with as many calls as that takes. Returns 0 or the system's error number.
/// - Parameter hasToStop: whether to give up.
// Not generic, because an app that records waits for it at each call.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, unless hasToStop: () -> Bool = { false }
) -> Int32 {
  // SAFETY: the system reads at most `size` bytes and returns how many; the caller keeps them during the call.
  var rest = bytes
  while !rest.isEmpty {
    if hasToStop() { return EINTR }
    let size = min(rest.count, 1 << 20)
    let count = calling(.write) { write(descriptor, rest.baseAddress, size) }
    if count < 0 {
      if waitsForRoom(descriptor, Int32(POLLOUT)) { continue }
      return errno
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return 0
}
