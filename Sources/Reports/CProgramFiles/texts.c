#include "CProgramFiles.h"

static const struct callorder_embedded_file files[] = {
#define EMBED "texts/notes.txt"
#include "row.h"
#define EMBED "texts/trace.schema.json"
#include "row.h"
};

struct callorder_embedded_list callorder_embedded_texts(void) {
  return (struct callorder_embedded_list){files, sizeof files / sizeof *files};
}
