/**
 * Why a call was refused. `bad_argument`: an argument has the wrong type. `internal`: a bug in the codec. `not_loaded`:
 * `loadCodec` must have finished first. The other codes say what is wrong with the bytes or the text.
 */
export type CodecErrorCode =
	| 'bad_argument'
	| 'bad_hex'
	| 'bad_payload'
	| 'wrong_network'
	| 'bad_manifest'
	| 'bad_address'
	| 'bad_signature'
	| 'too_large'
	| 'invalid_transaction'
	| 'internal'
	| 'not_loaded'

/** The only error that the codec's functions throw. A refused call changes nothing. */
export class CodecError extends Error {
	override readonly name = 'CodecError'
	readonly code: CodecErrorCode

	constructor(code: CodecErrorCode, message: string, options?: ErrorOptions) {
		super(message, options)
		this.code = code
	}
}
