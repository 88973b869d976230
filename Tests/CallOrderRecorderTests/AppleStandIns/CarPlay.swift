// The declarations of CarPlay that a guide uses.
public import UIKit

@MainActor public final class CPInterfaceController: NSObject {}
@MainActor public final class CPTemplateApplicationScene: UIScene {}

@MainActor public protocol CPTemplateApplicationSceneDelegate: UISceneDelegate {
  func templateApplicationScene(
    _ templateApplicationScene: CPTemplateApplicationScene,
    didConnect interfaceController: CPInterfaceController)
}
