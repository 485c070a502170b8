/**
 * What leads to the codec's Rust: the parameters go in as {@link parametersText} writes them, and JSON of `ok` or `error` comes
 * back. WebAssembly is one door, the addon another; both read and write the same text by the same Rust.
 */
export type Door = { call(name: string, parameters: string): string }
