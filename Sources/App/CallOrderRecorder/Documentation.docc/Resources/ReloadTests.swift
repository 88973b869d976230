import CallOrderXCTest
import XCTest

final class ReloadTests: XCTestCase {
  @MainActor
  func testReload() throws {
    let folder = NSTemporaryDirectory() + "calls-\(UUID().uuidString)"
    let app = XCUIApplication()
    app.launchEnvironment["CALLORDER_FOLDER"] = folder
    app.launch()
    app.buttons["Reload"].tap()
    XCUIDevice.shared.press(.home)

    let recordings = try Recording.all(in: folder)
    XCTAssertFalse(recordings.isEmpty)
    for recording in recordings {
      XCTAssertConforming(recording)
    }
  }
}
