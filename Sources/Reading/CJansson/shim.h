#ifndef CALLORDER_CJANSSON_SHIM_H
#define CALLORDER_CJANSSON_SHIM_H
#include <jansson.h>
#include <string.h>

// jansson defines these as function-like macros or as macros over struct fields, which Swift cannot import.
static inline json_type callorder_json_typeof(const json_t *value) { return json_typeof(value); }
static inline size_t callorder_json_indent(int width) { return JSON_INDENT(width); }

// The offset of the first NUL byte, or the length if there is none.
static inline size_t callorder_first_nul(const char *bytes, size_t length) {
  const char *found = memchr(bytes, 0, length);
  return found ? (size_t)(found - bytes) : length;
}

#endif
