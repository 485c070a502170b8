import { readFileSync } from 'node:fs'
import { type WasmModule, webAssembly } from './web-assembly.ts'

const file = new URL('../../wasm/codec.wasm', import.meta.url)

/** The codec's program, compiled from the package's own file. */
export async function compileArtifact(): Promise<WasmModule> {
	return compileArtifactNow()
}

/** The synchronous version. */
export function compileArtifactNow(): WasmModule {
	return new webAssembly.Module(readFileSync(file))
}
