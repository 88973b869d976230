// Declarations of UIKit for the views of an app.

@MainActor open class UIView: UIResponder {
  public var frame = CGRect.zero
  open func addSubview(_ view: UIView) {}
}

@MainActor open class UIViewController: UIResponder {
  public let view = UIView()
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) { nil }
  open func viewDidLoad() {}
}

@MainActor public final class UIAction: NSObject {
  public init(title: String, handler: @escaping @MainActor (UIAction) -> Void) {}
}

@MainActor open class UIButton: UIView {
  public enum ButtonType: Sendable { case system }
  public init(type: ButtonType, primaryAction: UIAction?) {}
}
