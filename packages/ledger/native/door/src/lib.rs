//! How JavaScript calls a program: it writes a function's name, a line break and the parameters to where `input` says, calls
//! `call`, and reads the answer from where `output` says.

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where the next call is to be written.
pub fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Passes the name and the parameters that were written to `run`; returns the length of its answer.
pub fn call(run: impl FnOnce(&str, &str) -> String) -> usize {
    let input = INPUT.take();
    let text = std::str::from_utf8(&input).unwrap_or_default();
    let (name, parameters) = text.split_once('\n').unwrap_or_default();
    let answer = run(name, parameters);
    let length = answer.len();
    OUTPUT.set(answer);
    length
}

/// Where the answer is, until the next call.
pub fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Exports `input`, `call` and `output`, and answers calls with a function of the name and the parameters.
#[macro_export]
macro_rules! program {
    ($run:expr) => {
        #[no_mangle]
        pub extern "C" fn input(length: usize) -> *mut u8 {
            $crate::input(length)
        }

        #[no_mangle]
        pub extern "C" fn call() -> usize {
            $crate::call($run)
        }

        #[no_mangle]
        pub extern "C" fn output() -> *const u8 {
            $crate::output()
        }
    };
}
