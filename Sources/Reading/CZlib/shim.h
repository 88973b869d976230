#ifndef CALLORDER_CZLIB_SHIM_H
#define CALLORDER_CZLIB_SHIM_H
#include <zlib.h>

// zlib has only macros for these, which Swift cannot import. 15 is the largest window; 16 adds gzip's header and checksum.
static inline int callorder_inflate_begin(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

static inline int callorder_deflate_begin(z_stream *stream) { return deflateInit(stream, Z_DEFAULT_COMPRESSION); }

#endif
