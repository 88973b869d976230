#if os(Linux)
  internal import SystemC

  /// Names some folder as that of Swift's runtime if `/proc` does not exist, where the runtime would look for it.
  package func nameRuntimeFolderIfUnknown() {
    if access("/proc/self/exe", F_OK) != 0 { setenv("SWIFT_ROOT", "/", 0) }
  }
#endif
