// Included by the Objective-C code of a guide; `StandIns.h` declares what the Swift compiler would write here.
