xcodebuild test -scheme Notes -destination 'platform=iOS Simulator,name=iPhone 17' -resultBundlePath Notes.xcresult
xcrun xcresulttool export attachments --path Notes.xcresult --output-path attachments
callorder check attachments
