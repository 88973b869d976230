#ifndef CALLORDER_CZLIB_SHIM_H
#define CALLORDER_CZLIB_SHIM_H
#include <zlib.h>

// zlib has only a macro for this, which Swift cannot import. 15 is the largest window; 16 adds gzip's header and checksum.
static inline int callorder_inflate_begin(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

#endif
