folder=$(xcrun simctl get_app_container booted com.example.notes data)
callorder check "$folder/Library/Caches/CallOrder"
