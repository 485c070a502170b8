import { CodecError } from './codec-error.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

/** Compiles while the bytes arrive if the server sends the right content type, otherwise once they are all there. */
export async function compileResponse(response: Response): Promise<WasmModule> {
	if (!response.ok) throw new CodecError('not_loaded', `${response.url}: HTTP status ${response.status}`)
	const isNamed = response.headers.get('content-type')?.startsWith('application/wasm') === true
	if (isNamed && webAssembly.compileStreaming !== undefined) return webAssembly.compileStreaming(response)
	return webAssembly.compile(await response.arrayBuffer())
}
