import { tryReadAddress } from '@accord/ledger'
import { TradeError, type Violation } from '@accord/protocol'

type AddressField = { readonly address: string; readonly pointer: string }

/** The violation of an account's address, if any: `invalid_address` or `wrong_network`. */
export function findAccountViolations(networkId: number, { address, pointer }: AddressField): Violation[] {
	const read = tryReadAddress(address)
	if (read?.isAccount !== true) {
		const isMisspelled = read === undefined && address.startsWith('account_')
		const expected = `the address of an account${isMisspelled ? ' with no letter wrong or missing' : ' (account_…)'}`
		return [{ code: 'invalid_address', item: { pointer, expected, found: address } }]
	}
	if (read.networkId === networkId) return []
	const item = { pointer, expected: `network ${networkId}`, found: `network ${read.networkId}` }
	return [{ code: 'wrong_network', item }]
}

/** @throws TradeError `invalid_address`, `wrong_network` */
export function requireAccount(networkId: number, field: AddressField): void {
	const [violation] = findAccountViolations(networkId, field)
	if (violation !== undefined) throw TradeError.fromViolations([violation])
}
