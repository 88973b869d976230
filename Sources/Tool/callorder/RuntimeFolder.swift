#if os(Linux) && compiler(>=6.3)
  internal import TraceSystem

  /// Called before `main`. If the program is linked statically, Swift's runtime looks for its own folder even earlier than
  /// that, and ends the program if `/proc` does not say where it is. It reads nothing from that folder.
  // SAFETY: the function uses nothing that Swift's runtime has to prepare.
  @section(".init_array.00101")
  @used
  private let nameRuntimeFolder: @convention(c) () -> Void = { nameRuntimeFolderIfUnknown() }
#endif
