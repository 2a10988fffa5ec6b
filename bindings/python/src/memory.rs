//! The allocator of the compiled part.

/// Freed memory is kept for the next file for a while. The allocators of most systems return larger blocks at once and get them
/// again page by page, which takes half of the time of reading a file.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
