import type { CodecErrorCode } from '../codec.ts'

/**
 * Why a call of the ledger was refused, for the codec's reasons or its own. `ledger_in_use`: its directory is already
 * open. `ledger_closed`: by `close`, or it was in memory only and is lost. `ledger_damaged`: its log cannot be read.
 * `template_damaged`: it cannot start from that template. `wrong_network`: also a directory of another network's ledger.
 * `internal`: also a failed write, such as on a full disk.
 */
export type LedgerErrorCode =
	| Exclude<CodecErrorCode, 'not_loaded'>
	| 'ledger_in_use'
	| 'ledger_closed'
	| 'ledger_damaged'
	| 'template_damaged'

/** The ledger's errors. A refused call changes nothing. */
export class LedgerError extends Error {
	override readonly name = 'LedgerError'
	readonly code: LedgerErrorCode

	constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
		super(message, options)
		this.code = code
	}
}
