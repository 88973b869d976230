// Only so that it can be imported, by which code for Apple's systems recognizes them.
