//! Where the stack lies.

use std::hint::black_box;

/// Has the work begin at a page of the stack. Of the places where a stack may lie when signatures are verified, at a third their
/// tables and their stack hinder one another, which takes up to a fifth longer; a page's beginning is far from them.
#[inline(never)]
pub(crate) fn from_page<R>(work: impl FnOnce() -> R) -> R {
    #[repr(align(4096))]
    struct Page(u8);
    let page = Page(0);
    black_box(&page.0);
    let result = work();
    black_box(&page.0);
    result
}
