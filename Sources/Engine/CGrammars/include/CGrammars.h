// Real files, built into the library: a grammar stays a file that editors, linters and diffs understand. What only the
// program needs (pages, templates, samples) is in `CProgramFiles`, so that no app carries it.
//
// To add a file, put it into one of the folders here and add two lines to the list of that part, such as
// `grammars.c`:
//
//     #define EMBED "Grammars/ScenePhase.lifecycle"
//     #include "row.h"
//
// Swift reads it as `EmbeddedFiles.grammars["Grammars/ScenePhase.lifecycle"]`. A path may lead to any file of the
// package ("../../../traces/…"); its name is the path without the leading "../". The build picks up edits, and fails
// if a file is missing or empty. A new part needs a new list, its function here and its name in `EmbeddedFiles`. A
// new folder has to be excluded in the manifest, since the package manager cannot know its purpose.
#ifndef CALLORDER_GRAMMARS_H
#define CALLORDER_GRAMMARS_H

#include <stddef.h>

/// A file as it was when the package was built.
struct callorder_embedded_file {
  /// The path as written in the list, terminated by a zero byte.
  const char *path;
  /// The contents of the file; never freed.
  const unsigned char *bytes;
  /// The size of the file in bytes.
  size_t count;
};

/// The files of one part, in the order of its list.
struct callorder_embedded_list {
  const struct callorder_embedded_file *files;
  size_t count;
};

/// The grammar of UIKit's scenes, cut by area; the order is that of the text.
struct callorder_embedded_list callorder_embedded_uiscene(void);
/// The other grammars that ship, one file each.
struct callorder_embedded_list callorder_embedded_grammars(void);

#endif
