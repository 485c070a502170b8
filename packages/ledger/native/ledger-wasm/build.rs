/// The engine's calls nest deeply: each thread of a node has a stack of this size, too.
const STACK_BYTES: u32 = 8 * 1024 * 1024;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
}
