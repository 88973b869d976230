internal import TraceJSON

/// What an `Info.plist` says about scenes, and what is missing.
package struct SceneManifest: Sendable {
  /// The largest file that is read; real ones have a few thousand bytes.
  package static let sizeLimit = 1 << 20

  private(set) var list: Checklist

  /// - Parameter path: the path for reports.
  /// - Source: Apple, UIApplicationSceneManifest; Transitioning to the UIKit scene-based life cycle.
  package init(path: String, xml: [UInt8]) throws(PropertyListError) {
    list = Checklist(title: "scenes in \(path)", marks: ("there", "missing"))
    let plist = try JSONValue(propertyList: xml)
    guard let manifest = plist["UIApplicationSceneManifest"], manifest.members != nil else {
      add(
        "UIApplicationSceneManifest", nil,
        """
        Add it with a configuration. If Xcode makes it in the build, name the Info.plist of the built app. Without it, only \
        application(_:configurationForConnecting:options:) leads to a scene delegate.
        """)
      return
    }
    add("UIApplicationSceneManifest", "", "")
    let roles = manifest["UISceneConfigurations"]?.members ?? []
    let configurations = roles.sorted { $0.name < $1.name }.flatMap { role in
      (role.value.array ?? []).map { (role: role.name, value: $0) }
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
      let name = text("UISceneConfigurationName", in: value) ?? role
      add(
        "UISceneDelegateClassName", text("UISceneDelegateClassName", in: value),
        "Add $(PRODUCT_MODULE_NAME).SceneDelegate, or how the class is called, to \(name). Without it, the screen stays black."
      )
      guard role == window else { continue }
      let old = text("UIMainStoryboardFile", in: plist).map {
        "UIMainStoryboardFile, here \($0), counts only without scenes."
      }
      add(
        "UISceneStoryboardFile", text("UISceneStoryboardFile", in: value),
        "Add it to \(name), or make the window in scene(_:willConnectTo:options:). \(old ?? "")")
    }
  }

  private mutating func add(_ key: String, _ value: String?, _ advice: String) {
    list.items.append((key, value != nil, value ?? advice))
  }
}

/// Text of a dictionary that is not empty.
private func text(_ key: String, in dictionary: JSONValue) -> String? {
  dictionary[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
}
