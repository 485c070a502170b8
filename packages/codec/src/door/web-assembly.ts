/** A program's bytes. */
export type WasmBytes = ArrayBuffer | Uint8Array

/** A compiled program, opaque to everything except the platform. */
export type WasmModule = { readonly [compiled]: true }
declare const compiled: unique symbol

/** The exports of our programs. */
export type Program = {
	readonly memory: { readonly buffer: ArrayBuffer }
	/** Where to write a call of this many bytes. */
	input(length: number): number
	/** Runs the call that was written and returns the length of its answer. */
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

/** The platform's WebAssembly: every browser, Node and Deno have it, but it is missing from some of their types. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: Platform }).WebAssembly

/** Starts the program with its own memory. @param imports by module and name; none by default */
export function startProgram(module: WasmModule, imports: object = {}): Program {
	return new webAssembly.Instance(module, imports).exports
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Calls a function of the program by its name in Rust, with parameters as `parametersText` writes them; the answer is JSON.
 * If it throws, the program's memory is in an unknown state, and it must not be called again.
 */
export function runProgram(program: Program, name: string, parameters: string): string {
	const bytes = encoder.encode(`${name}\n${parameters}`)
	// Pointers beyond 2 GiB arrive as negative numbers.
	const at = program.input(bytes.length) >>> 0
	new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes)
	const length = program.call()
	return decoder.decode(new Uint8Array(program.memory.buffer, program.output() >>> 0, length))
}
