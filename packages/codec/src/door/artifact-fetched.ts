import { compileResponse } from './compile-response.ts'
import type { WasmModule } from './web-assembly.ts'

/** Compiles the codec's program while it is fetched from the folder of this module. */
export async function compileArtifact(): Promise<WasmModule> {
	return compileResponse(await fetch(new URL('../../wasm/codec.wasm', import.meta.url)))
}

/** The asynchronous version: it fetches. */
export function compileArtifactNow(): WasmModule | undefined {
	return undefined
}
