//! The codec as WebAssembly.

accord_door::program!(accord_codec::call);
