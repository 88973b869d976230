/// What an `Info.plist` says about scenes, and what is missing.
package struct SceneManifest: Sendable {
  /// The largest file that is read; real ones have a few thousand bytes.
  package static let sizeLimit = 1 << 20

  private(set) var list: Checklist

  /// - Parameter path: the path for reports.
  /// - Source: Apple, UIApplicationSceneManifest; Transitioning to the UIKit scene-based life cycle.
  package init(path: String, xml: [UInt8]) throws(PropertyListError) {
    list = Checklist(title: "scenes in \(path)", marks: ("there", "missing"))
    let plist = try PropertyList(xml: xml)
    guard let manifest = plist["UIApplicationSceneManifest"], case .dictionary = manifest else {
      add(
        "UIApplicationSceneManifest", nil,
        """
        Add it with a configuration. If Xcode makes it in the build, name the Info.plist of the built app. Without it, only \
        application(_:configurationForConnecting:options:) leads to a scene delegate.
        """)
      return
    }
    add("UIApplicationSceneManifest", "", "")
    var configurations: [(role: String, value: PropertyList)] = []
    if case .dictionary(let roles) = manifest["UISceneConfigurations"] {
      for (role, list) in roles.sorted(by: { $0.key < $1.key }) {
        if case .array(let values) = list { configurations += values.map { (role, $0) } }
      }
    }
    let window = "UIWindowSceneSessionRoleApplication"
    let isConfigured = configurations.contains { $0.role == window }
    add(
      "UISceneConfigurations", isConfigured ? window : nil,
      """
      Add a configuration for \(window) that names the delegate class, or return one from \
      application(_:configurationForConnecting:options:). An app of SwiftUI needs none.
      """)
    for (role, value) in configurations {
      let name = value[text: "UISceneConfigurationName"] ?? role
      add(
        "UISceneDelegateClassName", value[text: "UISceneDelegateClassName"],
        "Add $(PRODUCT_MODULE_NAME).SceneDelegate, or how the class is called, to \(name). Without it, the screen stays black."
      )
      guard role == window else { continue }
      let old = plist[text: "UIMainStoryboardFile"].map {
        "UIMainStoryboardFile, here \($0), counts only without scenes."
      }
      add(
        "UISceneStoryboardFile", value[text: "UISceneStoryboardFile"],
        "Add it to \(name), or make the window in scene(_:willConnectTo:options:). \(old ?? "")")
    }
  }

  private mutating func add(_ key: String, _ value: String?, _ advice: String) {
    list.items.append((key, value != nil, value ?? advice))
  }
}
