import { compileResponse } from './compile-response.ts'
import type { WasmModule } from './web-assembly.ts'

/** The codec's program, compiled while it is fetched from beside this module. */
export async function compileArtifact(): Promise<WasmModule> {
	return compileResponse(await fetch(new URL('../../wasm/codec.wasm', import.meta.url)))
}

/** Nothing can be fetched without waiting. */
export function compileArtifactNow(): WasmModule | undefined {
	return undefined
}
