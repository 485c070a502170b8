import { compileArtifact } from '#artifact'
import { compileResponse } from './compile-response.ts'
import { type WasmBytes, type WasmModule, webAssembly } from './web-assembly.ts'

/** Where to load the codec's program from: its address, a response with it, its bytes, or the compiled module. */
export type CodecSource = URL | string | Response | WasmBytes | WasmModule

/** The codec's program: the package's own artifact unless `source` is given. @throws CodecError `not_loaded` */
export async function compileSource(source?: CodecSource): Promise<WasmModule> {
	if (source === undefined) return compileArtifact()
	if (typeof source === 'string' || source instanceof URL) return compileResponse(await fetch(source))
	if (source instanceof Response) return compileResponse(source)
	if (source instanceof ArrayBuffer || source instanceof Uint8Array) return webAssembly.compile(source)
	return source
}
