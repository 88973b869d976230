import CallOrderXCTest
import XCTest

final class ReloadTests: XCTestCase {
  @MainActor
  func testReload() {
    let folder = NSTemporaryDirectory() + "calls-\(UUID().uuidString)"
    let app = XCUIApplication()
    app.launchEnvironment["CALLORDER_FOLDER"] = folder
    app.launch()
    app.buttons["Reload"].tap()
    XCUIDevice.shared.press(.home)

    attachRecordings(in: folder, to: self)
  }
}
