// An instruction that Swift has no name for.
#ifndef CALLORDER_PREFETCH_H
#define CALLORDER_PREFETCH_H

/// Asks the processor to load the memory at an address into its cache, and does not wait for it. Any address is allowed.
static inline void callorder_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

#endif
