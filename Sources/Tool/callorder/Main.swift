internal import CallOrderCommand

/// The entry point, under the name that the package manager gives the `main` of this target.
///
/// It takes its arguments from the system: on Linux, Swift's own list of them comes from `/proc`, which does not exist
/// everywhere.
// SAFETY: the system keeps the arguments for as long as the program runs, and `count` of them.
@_cdecl("callorder_main")
func main(
  _ count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 { runProgram(count, values) }
