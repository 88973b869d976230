import CallOrderKit
import CallOrderRecorder
import Foundation
import TestSupport
import Testing
import TraceFindings
import UIKit

extension RecordedLifeTests {
  /// The app of the tutorial behaves as described, in the simulated UIKit.
  @Suite("The tutorial") @MainActor struct TutorialTests {
    private static let resources = "Sources/App/CallOrderRecorder/Documentation.docc/Resources"

    @Test("shows the code that is run here")
    func code() throws {
      let pieces = unindented(Repository.text("Tests/CallOrderRecorderTests/TutorialPieces.swift"))
      for file in ["NotesViewController", "SceneDelegate-2", "SceneDelegate-3"] {
        let code = unindented(Repository.text("\(Self.resources)/\(file).swift"))
        #expect(pieces.contains(code), "\(file)")
      }
    }

    @Test("has a mistake that is found as the tutorial shows")
    func mistake() throws {
      let complaints = complaints {
        let delegate = Mistaken.SceneDelegate()
        return (delegate, { delegate.reload($0) })
      }
      #expect(complaints.count == 1)
      let shown = Repository.text("\(Self.resources)/failure.txt")
      #expect(
        shown.contains("[activate-while-active]")
          && timeless(shown).contains(timeless(complaints.joined())), "\(complaints.joined())")
    }

    @Test("has no mistake after the fix")
    func fixed() {
      let complaints = complaints {
        let delegate = Fixed.SceneDelegate()
        return (delegate, { _ in delegate.reload() })
      }
      #expect(complaints == [])
    }

    /// The complaints of a test about the recording, after launching the app, tapping the button and leaving the app.
    private func complaints(
      _ make: () -> (any UIWindowSceneDelegate, (UIScene) -> Void)
    ) -> [String] {
      let recording = MemoryRecording()
      let application = UIApplication.launch()
      CallOrder.start(to: [.memory(recording)])
      let (delegate, reload) = make()
      let session = UISceneSession("0F3C6A1E-58B6-4B7E-9C34-2D2A54D0B7A1")
      let options = UIScene.ConnectionOptions()
      let scene = UIWindowScene(session: session, connectionOptions: options)
      post(UIApplication.didFinishLaunchingNotification, application)
      delegate.scene(scene, willConnectTo: session, options: options)
      post(UIScene.willConnectNotification, scene)
      scene.activationState = .foregroundInactive
      post(UIScene.willEnterForegroundNotification, scene)
      scene.activationState = .foregroundActive
      delegate.sceneDidBecomeActive(scene)
      post(UIScene.didActivateNotification, scene)
      // The user taps the button later; the same call within milliseconds would have another cause.
      Foundation.Thread.sleep(forTimeInterval: 1)
      reload(scene)
      delegate.sceneWillResignActive(scene)
      post(UIScene.willDeactivateNotification, scene)
      scene.activationState = .background
      post(UIScene.didEnterBackgroundNotification, scene)
      CallOrder.stop()
      let report = checkTraces([
        .bytes(
          withCallers(recording.bytes), name: "attachments/ReloadTests/testReload()/calls.jsonl")
      ])
      #expect(report.failures == [])
      return report.faultsInForce.map {
        TextReport(names: Grammar.uiScene().writtenNames).diagnostic($0)
      }
    }

    /// The recording as an app makes it, whose UIKit is a library of its own: here both are in one program, and the recorder
    /// claims nothing about calls within it.
    private func withCallers(_ bytes: [UInt8]) -> [UInt8] {
      var activations = 0
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
        guard line.contains(#""callback":"scene"#) else { return String(line) }
        if line.contains("sceneDidBecomeActive") { activations += 1 }
        let isOwn = line.contains("sceneDidBecomeActive") && activations == 2
        return line.dropLast()
          + #","caller":"\#(isOwn ? "SceneDelegate.reload(_:)" : "UIKitCore")"}"#
      }
      return Array(lines.joined(separator: "\n").utf8)
    }

    private func post(_ name: Notification.Name, _ object: NSObject) {
      UIKit.Thread.$isSimulated.withValue(true) {
        NotificationCenter.default.post(name: name, object: object)
      }
    }

    /// The text without what differs in each run, and without the location, which differs in the app.
    private func timeless(_ text: String) -> String {
      text.replacing(/process [0-9a-f]+/, with: "process P").replacing(/\d+(\.\d+)? m?s/, with: "T")
        .replacing(/[A-Za-z]+\/[A-Za-z]+\.swift:\d+/, with: "PLACE")
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n")
    }

    private func unindented(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
    }
  }
}
