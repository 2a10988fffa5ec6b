//! The allocator of the compiled part.

/// Memory that was freed is kept for the next file for a while. The allocator of most systems gives larger pieces back at once, and
/// takes them anew page by page: half of the time in which a file is read.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
