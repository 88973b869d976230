# Builds the app with the given optimization: UIKit's stand-in is not in the app's folder, the other library is.
set -e
mkdir -p system app
swiftc "$1" -g -parse-as-library -emit-library -emit-module -module-name UIKitCore "$2/UIKitCore.swift" -o system/libUIKitCore.so -emit-module-path system/UIKitCore.swiftmodule
swiftc "$1" -g -parse-as-library -emit-library -emit-module -module-name AnalyticsSDK "$2/AnalyticsSDK.swift" -I system -L system -lUIKitCore -o app/libAnalyticsSDK.so -emit-module-path app/AnalyticsSDK.swiftmodule
clang -O1 -g -c "$2/Legacy.c" -o legacy.o
swiftc "$1" -g -module-name Notes "$2/Notes.swift" legacy.o -I system -I app -L system -L app -lUIKitCore -lAnalyticsSDK -Xlinker -rpath -Xlinker "$PWD/system" -Xlinker -rpath -Xlinker "$PWD/app" -o app/Notes
