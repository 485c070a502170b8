//! The codec as WebAssembly. JavaScript writes a function's name, a line break and its parameters to where [`input`] says,
//! calls [`call`], and reads the answer from where [`output`] says.

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where the next call is to be written.
#[no_mangle]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Runs what was written; returns the length of the answer.
#[no_mangle]
pub extern "C" fn call() -> usize {
    let input = INPUT.take();
    let text = std::str::from_utf8(&input).unwrap_or_default();
    let (name, parameters) = text.split_once('\n').unwrap_or_default();
    let answer = accord_codec::call(name, parameters);
    let length = answer.len();
    OUTPUT.set(answer);
    length
}

/// Where the answer is, until the next call.
#[no_mangle]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
