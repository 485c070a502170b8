/** A program's bytes. */
export type WasmBytes = ArrayBuffer | Uint8Array

/** A compiled program; only the platform looks inside. */
export type WasmModule = { readonly [compiled]: true }
declare const compiled: unique symbol

/** What the codec's program exports. It imports nothing. */
export type Program = {
	readonly memory: { readonly buffer: ArrayBuffer }
	/** Where to write a call of this many bytes. */
	input(length: number): number
	/** Runs the call that was written; returns the length of its answer. */
	call(): number
	/** Where the answer is. */
	output(): number
}

type Platform = {
	readonly Module: { new (bytes: WasmBytes): WasmModule; imports(module: WasmModule): unknown[] }
	readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: Program }
	compile(bytes: WasmBytes): Promise<WasmModule>
	compileStreaming?(response: Response): Promise<WasmModule>
}

/** The platform's WebAssembly: every browser, Node and Deno have it, but the types of some do not. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: Platform }).WebAssembly

/** Starts the program, with a memory of its own. */
export function startProgram(module: WasmModule): Program {
	return new webAssembly.Instance(module, {}).exports
}
