import { tryReadAddress } from '@accord/ledger'
import { TradeError } from '@accord/protocol'

export type AccountRules = {
	readonly networkId: number
	/** The rows of the fee table. */
	readonly levels: readonly unknown[]
}

/** @throws TradeError `invalid_address` */
export function requireAccount(
	{ networkId }: AccountRules,
	{ address, pointer }: { readonly address: string; readonly pointer: string },
): void {
	const read = tryReadAddress(address)
	if (read?.isAccount === true && read.networkId === networkId) return
	const item = { pointer, expected: `the address of an account on network ${networkId}`, found: address }
	throw TradeError.fromViolations([{ code: 'invalid_address', item }])
}

/** @throws TradeError `validation_failed` */
export function requireLevel({ levels }: AccountRules, level: number): void {
	if (level < levels.length) return
	const item = {
		pointer: '/level',
		expected: `0 to ${levels.length - 1}: a row of the fee table`,
		found: String(level),
	}
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
