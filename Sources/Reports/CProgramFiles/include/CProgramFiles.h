// Files that only the program needs; `CGrammars.h` says how to add one.
#ifndef CALLORDER_PROGRAM_FILES_H
#define CALLORDER_PROGRAM_FILES_H

#include "CGrammars.h"

/// The style sheets and scripts of pages and pictures.
struct callorder_embedded_list callorder_embedded_page(void);
/// The files that run callorder in CI services and build tools; `{traces}` stands for the folder of the traces.
struct callorder_embedded_list callorder_embedded_integration(void);
/// What the program prints as it is: explanations of notes, and the schema of traces.
struct callorder_embedded_list callorder_embedded_texts(void);

#endif
