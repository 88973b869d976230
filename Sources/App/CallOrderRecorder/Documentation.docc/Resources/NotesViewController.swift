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
