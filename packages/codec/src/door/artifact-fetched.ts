import { compileResponse } from './compile-response.ts'
import type { WasmModule } from './web-assembly.ts'

/** Compiles the codec's program while it is fetched from beside this module. */
export async function compileArtifact(): Promise<WasmModule> {
	return compileResponse(await fetch(new URL('../../wasm/codec.wasm', import.meta.url)))
}

/** Fetching is asynchronous. */
export function compileArtifactNow(): WasmModule | undefined {
	return undefined
}
