#if !CALLORDER_FUZZ_PLAIN
  import Foundation

  /// The target that the variable `CALLORDER_FUZZ_TARGET` names.
  ///
  /// It is not an argument, because libFuzzer takes those for folders, and passes only its own on when it restarts itself.
  private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["CALLORDER_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      print("CALLORDER_FUZZ_TARGET is none of", FuzzTarget.all.map(\.name).joined(separator: ", "))
      exit(2)
    }
    return target
  }()

  nonisolated(unsafe) private var (attempts, accepted) = (0, 0)

  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(
    _ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
  ) -> CInt {
    _ = target
    atexit {
      let share = attempts == 0 ? 0 : accepted * 100 / attempts
      print("\(target.name): \(attempts) executions, \(share) % of them past the reader")
    }
    return 0
  }

  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let outcome = target.attempt(Array(UnsafeBufferPointer(start: bytes, count: count)))
    attempts += 1
    if outcome.isAccepted { accepted += 1 }
    if let complaint = outcome.complaint {
      print("\(target.name): \(complaint)")
      fflush(nil)
      abort()
    }
    // Rejected bytes are not kept for further changes, because the reader would reject most results.
    return outcome.isAccepted ? 0 : -1
  }

  /// The mutation of libFuzzer, which knows nothing about the format.
  @_silgen_name("LLVMFuzzerMutate")
  private func mutateBlindly(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int)
    -> Int

  @_cdecl("LLVMFuzzerCustomMutator")
  public func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32
  ) -> Int {
    // Changes that ignore the format are worth some of the time.
    if target.mutation == .choices || seed % 16 == 0 { return mutateBlindly(bytes, count, limit) }
    let buffer = UnsafeMutableBufferPointer(start: bytes, count: limit)
    let text = Array(buffer[..<count])
    var mutator = TextMutator(
      text, seed: UInt64(seed), isJSON: target.mutation == .json, isStrict: target.isStrict)
    let changed = mutator.mutated()
    if changed.isEmpty || changed.count > limit { return mutateBlindly(bytes, count, limit) }
    _ = buffer.update(fromContentsOf: changed)
    return changed.count
  }

  #if CALLORDER_FUZZ_CORE
    /// The entry point of libFuzzer for programs that have their own `main`.
    @_silgen_name("LLVMFuzzerRunDriver")
    private func drive(
      _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
      _ attempt: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    /// The name of `main` that the package manager uses, unless everything is built for a sanitizer.
    @_cdecl("callorder_fuzz_main")
    public func begin(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
      var (count, arguments) = (count, arguments)
      return drive(&count, &arguments, testOneInput)
    }
  #endif
#endif
