import { compileArtifact, compileArtifactNow } from '#artifact'
import { callThrough } from './call.ts'
import { CodecError } from './codec-error.ts'
import { compileResponse } from './compile-response.ts'
import type { Door } from './door.ts'
import { wasmDoor } from './wasm-door.ts'
import { startProgram, type WasmBytes, type WasmModule, webAssembly } from './web-assembly.ts'

/** Where the codec's program may come from: its address, a response with it, its bytes, or the compiled module. */
export type CodecSource = URL | string | Response | WasmBytes | WasmModule

let inUse: Door | undefined

/** Calls through this thread's one door. @throws CodecError `not_loaded` where it cannot be opened without waiting */
export function call<T>(name: string, ...parameters: unknown[]): T {
	inUse ??= openNow()
	return callThrough(inUse, name, parameters) as T
}

/** Puts another door in place, for a program that has the codec as native code. Returns the one it had. */
export function useDoor(door: Door | undefined): Door | undefined {
	const former = inUse
	inUse = door
	return former
}

/** Opens the door once; one that could not be opened is tried again. */
export async function openDoor(source?: CodecSource): Promise<void> {
	if (inUse !== undefined) return
	const module = source === undefined ? await compileArtifact() : await compile(source)
	inUse ??= wasmDoor(() => startProgram(module))
}

/** A new door over the package's own artifact, where that can be read without waiting. */
export function openNow(): Door {
	const module = compileArtifactNow()
	if (module === undefined) throw new CodecError('not_loaded', 'call loadCodec() first, and wait for it')
	return wasmDoor(() => startProgram(module))
}

async function compile(source: CodecSource): Promise<WasmModule> {
	if (typeof source === 'string' || source instanceof URL) return compileResponse(await fetch(source))
	if (source instanceof Response) return compileResponse(source)
	if (source instanceof ArrayBuffer || source instanceof Uint8Array) return webAssembly.compile(source)
	return source
}
