// One row of a list of files: the file whose path is in the macro EMBED. Included once per file, so it has no guard.
{EMBED,
 (const unsigned char[]){
#embed EMBED
 },
 sizeof((const unsigned char[]){
#embed EMBED
 })},
#undef EMBED
