import { CodecError } from './codec-error.ts'
import { compileResponse } from './compile-response.ts'
import type { WasmModule } from './web-assembly.ts'

const advice =
	"the bundler has not put it there. Import the file '@accord/codec/codec.wasm' and call loadCodec(it) once before all else, or in Vite 7 and older: optimizeDeps: { exclude: ['@accord/codec'] }"

/**
 * Compiles the codec's program while it is fetched from the folder of this module.
 * @throws CodecError `not_loaded` with what to do where a bundler has moved the module without the program
 */
export async function compileArtifact(): Promise<WasmModule> {
	const url = new URL('../../wasm/codec.wasm', import.meta.url)
	try {
		return await compileResponse(await fetch(url))
	} catch (cause) {
		throw new CodecError('not_loaded', `codec.wasm is not at ${url}: ${advice}`, { cause })
	}
}

/** The asynchronous version: it fetches. */
export function compileArtifactNow(): WasmModule | undefined {
	return undefined
}
