// The declarations of SwiftUI that the guides use.
@_exported public import UIKit

@MainActor @preconcurrency public protocol View {}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: @MainActor Scene {
  public var body: Never { preconditionFailure("nothing is shown") }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: @MainActor Scene {
  @MainActor public init(_ content: () -> Content) {}
  public var body: Never { preconditionFailure("nothing is shown") }
}

public struct Text: @MainActor View {
  public init(_ text: String) {}
}

public enum ScenePhase: Sendable, Equatable { case background, inactive, active }

extension Scene {
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some Scene { self }
}

extension View {
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
}

public struct EnvironmentValues: Sendable {
  public var scenePhase: ScenePhase { .active }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { preconditionFailure("nothing is shown") }
}

@MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<
  Delegate: NSObject & UIApplicationDelegate
> {
  public init(_ type: Delegate.Type = Delegate.self) {}
  public var wrappedValue: Delegate { preconditionFailure("nothing is shown") }
}
