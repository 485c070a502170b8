use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

const SMALL_MAX: usize = 1024;
const SMALL_STEP: usize = 16;
const SMALL_SIZES: usize = SMALL_MAX / SMALL_STEP;
/// Larger blocks are of sizes that double.
const POOLED_MAX: usize = 32 * 1024;
const SIZES: usize = SMALL_SIZES + (POOLED_MAX / SMALL_MAX).trailing_zeros() as usize;
const ALIGN_MAX: usize = 16;
const CHUNK: usize = 64 * 1024;

/// Free blocks by their size, cut from chunks that are never given back; what is larger comes from the system. A program has one
/// thread, so nothing is locked.
pub struct Pools {
    free: UnsafeCell<[*mut u8; SIZES]>,
    /// What is left of the newest chunk.
    rest: UnsafeCell<(*mut u8, usize)>,
}

// SAFETY: there is one thread.
unsafe impl Sync for Pools {}

impl Pools {
    pub const fn new() -> Self {
        Self {
            free: UnsafeCell::new([null_mut(); SIZES]),
            rest: UnsafeCell::new((null_mut(), 0)),
        }
    }

    #[cold]
    #[inline(never)]
    unsafe fn cut(&self, size: usize) -> *mut u8 {
        let rest = &mut *self.rest.get();
        if rest.1 < size {
            let chunk = System.alloc(Layout::from_size_align_unchecked(CHUNK, ALIGN_MAX));
            if chunk.is_null() {
                return chunk;
            }
            *rest = (chunk, CHUNK);
        }
        let block = rest.0;
        *rest = (block.add(size), rest.1 - size);
        block
    }
}

/// The index of a size, and the size of its blocks.
#[inline(always)]
fn size_class(size: usize) -> (usize, usize) {
    if size <= SMALL_MAX {
        let index = size.max(1).div_ceil(SMALL_STEP) - 1;
        return (index, (index + 1) * SMALL_STEP);
    }
    let size = size.next_power_of_two();
    let doublings = (size / SMALL_MAX).trailing_zeros() as usize;
    (SMALL_SIZES + doublings - 1, size)
}

#[inline(always)]
fn is_pooled(size: usize, layout: &Layout) -> bool {
    size <= POOLED_MAX && layout.align() <= ALIGN_MAX
}

// SAFETY: a block is in one list, or with one owner; and of a class that its layout alone decides.
unsafe impl GlobalAlloc for Pools {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !is_pooled(layout.size(), &layout) {
            return System.alloc(layout);
        }
        let (index, size) = size_class(layout.size());
        let first = &mut (*self.free.get())[index];
        if first.is_null() {
            return self.cut(size);
        }
        let block = *first;
        *first = *(block as *mut *mut u8);
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if !is_pooled(layout.size(), &layout) {
            return System.dealloc(block, layout);
        }
        let (index, _) = size_class(layout.size());
        let first = &mut (*self.free.get())[index];
        *(block as *mut *mut u8) = *first;
        *first = block;
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        match (
            is_pooled(layout.size(), &layout),
            is_pooled(new_size, &layout),
        ) {
            (false, false) => return System.realloc(block, layout, new_size),
            (true, true) if size_class(layout.size()).0 == size_class(new_size).0 => return block,
            _ => {}
        }
        let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
        if !new.is_null() {
            std::ptr::copy_nonoverlapping(block, new, layout.size().min(new_size));
            self.dealloc(block, layout);
        }
        new
    }
}
