// What UIKit's stand-in declares itself, because Linux has no UserNotifications.
