// The C library, which has another name on each system. Only what wraps the operating system imports it.
#if canImport(Glibc)
  @preconcurrency @_exported public import Glibc
#elseif canImport(Musl)
  @preconcurrency @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
