import { compileArtifactNow } from '#artifact'
import { CodecError, type CodecErrorCode } from './codec-error.ts'
import { type CodecSource, compileSource } from './compile-source.ts'
import { parametersText } from './parameters-text.ts'
import { plainWords, type Refusal } from './plain-words.ts'
import { type Door, wasmDoor } from './wasm-door.ts'
import { startProgram } from './web-assembly.ts'

type Answer = { readonly ok: unknown } | { readonly error: { readonly code: CodecErrorCode; readonly message: string } }

/** There is one door per thread. */
let door: Door | undefined

/**
 * Calls a function of the codec by its name in Rust. @throws CodecError `not_loaded` where loading would have to be
 * asynchronous
 */
export function call<T>(name: string, ...parameters: unknown[]): T {
	door ??= openNow()
	const answer: Answer = JSON.parse(door.call(name, textOf(name, parameters)))
	if ('error' in answer) throw refusal({ ...answer.error, name, parameters })
	return answer.ok as T
}

function textOf(name: string, parameters: readonly unknown[]): string {
	try {
		return parametersText(parameters)
	} catch (error) {
		if (error instanceof CodecError)
			throw refusal({ code: error.code, message: error.message, name, parameters }, error)
		throw error
	}
}

function refusal(refused: Refusal, cause?: Error): CodecError {
	return new CodecError(refused.code, plainWords(refused), cause && { cause })
}

/** Opens the door once; a failed attempt is repeated on the next call. */
export async function openDoor(source?: CodecSource): Promise<void> {
	if (door !== undefined) return
	const module = await compileSource(source)
	door ??= wasmDoor(() => startProgram(module))
}

function openNow(): Door {
	const module = compileArtifactNow()
	if (module === undefined) throw new CodecError('not_loaded', 'call loadCodec() first, and wait for it')
	return wasmDoor(() => startProgram(module))
}
