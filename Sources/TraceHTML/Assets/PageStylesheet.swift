/// The page's one style sheet.
let pageStylesheet = tokenStyles + layoutStyles + cardStyles + pictureStyles
