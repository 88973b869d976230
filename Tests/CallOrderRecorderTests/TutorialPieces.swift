// swift-format-ignore-file
// The code of the tutorial, unchanged, which the tests run.
import CallOrderRecorder
import UIKit

final class NotesViewController: UIViewController {
  private let reload: () -> Void

  init(reload: @escaping () -> Void) {
    self.reload = reload
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let action = UIAction(title: "Reload") { [weak self] _ in self?.reload() }
    let button = UIButton(type: .system, primaryAction: action)
    button.frame = CGRect(x: 40, y: 120, width: 120, height: 44)
    view.addSubview(button)
  }
}

enum Mistaken {
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private let notes = Notes()

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      CallOrder.record(scene, connectionOptions)
      guard let windowScene = scene as? UIWindowScene else { return }
      window = UIWindow(windowScene: windowScene)
      window?.rootViewController = NotesViewController { [weak self] in self?.reload(scene) }
      window?.makeKeyAndVisible()
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
      CallOrder.record(scene)
      notes.reload()
    }

    func sceneWillResignActive(_ scene: UIScene) {
      CallOrder.record(scene)
    }

    func reload(_ scene: UIScene) {
      sceneDidBecomeActive(scene)
    }
  }

  @MainActor final class Notes {
    private(set) var reloads = 0
    func reload() { reloads += 1 }
  }
}

enum Fixed {
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private let notes = Notes()

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      CallOrder.record(scene, connectionOptions)
      guard let windowScene = scene as? UIWindowScene else { return }
      window = UIWindow(windowScene: windowScene)
      window?.rootViewController = NotesViewController { [weak self] in self?.reload() }
      window?.makeKeyAndVisible()
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
      CallOrder.record(scene)
      reload()
    }

    func sceneWillResignActive(_ scene: UIScene) {
      CallOrder.record(scene)
    }

    func reload() {
      notes.reload()
    }
  }

  @MainActor final class Notes {
    private(set) var reloads = 0
    func reload() { reloads += 1 }
  }
}
