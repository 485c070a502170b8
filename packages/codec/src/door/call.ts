import { CodecError, type CodecErrorCode } from './codec-error.ts'
import type { Door } from './door.ts'
import { parametersText } from './parameters-text.ts'

type Answer = { readonly ok: unknown } | { readonly error: { readonly code: CodecErrorCode; readonly message: string } }

/** Calls a function of the codec by the name that it has in Rust. @throws CodecError */
export function callThrough(door: Door, name: string, parameters: readonly unknown[]): unknown {
	const answer: Answer = JSON.parse(door.call(name, parametersText(parameters)))
	if ('error' in answer) throw new CodecError(answer.error.code, answer.error.message)
	return answer.ok
}
