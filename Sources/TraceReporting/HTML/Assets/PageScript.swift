/// The page's one script; without it everything that matters is still there.
let pageScript = "\"use strict\";\n"
