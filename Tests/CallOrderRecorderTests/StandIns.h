// Declarations for the Objective-C code of a guide, for a compiler without Apple's headers.
@interface NSObject
@end
@interface NSString : NSObject
@end
@interface NSConstantString : NSString
@end
@class UIScene;
typedef long NSInteger;
typedef struct objc_selector *SEL;
NSString *NSStringFromSelector(SEL selector);

// As the Swift compiler declares it for Objective-C.
@interface CallOrderRecording : NSObject
+ (void)start;
+ (void)record:(NSString *)selector scene:(UIScene *)scene file:(NSString *)file line:(NSInteger)line;
@end

@interface SceneDelegate : NSObject
@end
