// XCTest has no attachments on Linux.
#if canImport(ObjectiveC)
  internal import AppSystem
  public import XCTest

  /// Attaches the recordings that an app under test has written into a folder, so that they are in the result bundle:
  /// `xcresulttool export attachments` exports them, and `callorder check` reads the exported folder.
  ///
  /// They are kept whether the test passes or not. It is a failure if there are none, because then nothing is checked.
  /// - Parameters:
  ///   - folder: the folder that the app was told to record into.
  ///   - test: the test case.
  @MainActor
  public func attachRecordings(
    in folder: String, to test: XCTestCase, file: StaticString = #filePath, line: UInt = #line
  ) {
    do throws(SystemError) {
      let names = try visibleNames(in: folder, shownAs: folder).filter { $0.hasSuffix(".jsonl") }
      if names.isEmpty { XCTFail("\(folder) has no recordings", file: file, line: line) }
      for name in names {
        guard let text = try wholeText(of: Path.joined(folder, name)) else { continue }
        let attachment = XCTAttachment(string: text)
        attachment.name = name
        attachment.lifetime = .keepAlways
        test.add(attachment)
      }
    } catch {
      XCTFail(error.description, file: file, line: line)
    }
  }

  /// Attaches a recording that does not conform.
  /// - Returns: false if it cannot be attached, because only the main thread can do that.
  func attach(_ bytes: [UInt8], named name: String) -> Bool {
    guard SystemThread.isMain else { return false }
    MainActor.assumeIsolated {
      XCTContext.runActivity(named: "Recording of lifecycle calls") { activity in
        let attachment = XCTAttachment(string: String(decoding: bytes, as: UTF8.self))
        attachment.name = name
        activity.add(attachment)
      }
    }
    return true
  }
#endif
