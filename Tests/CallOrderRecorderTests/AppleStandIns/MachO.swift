// The list of the loaded images, as Swift imports it.

public struct mach_header {}
public func _dyld_image_count() -> UInt32 { 0 }
public func _dyld_get_image_name(_ index: UInt32) -> UnsafePointer<CChar>! { nil }
public func _dyld_get_image_header(_ index: UInt32) -> UnsafePointer<mach_header>! { nil }
