// One row of a list of files: the file whose path the macro EMBED holds. Included once a file, so without a guard.
{EMBED,
 (const unsigned char[]){
#embed EMBED
 },
 sizeof((const unsigned char[]){
#embed EMBED
 })},
#undef EMBED
