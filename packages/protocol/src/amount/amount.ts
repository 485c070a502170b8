import { addressWire, decimal, symbolWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** An amount of one token (specification, Amount). */
export type Amount = ValueOf<typeof Amount>
export const Amount = message({ symbol: symbolWire, amount: decimal })
/** An amount in a request. */
export const GivenAmount = Amount.strict()

/** An account and its balance of each traded token. */
export type AccountBalances = ValueOf<typeof accountBalances>
const accountBalances = message({ address: addressWire, balances: list(Amount) })

/** GET /trade/accounts: the accounts registered for the caller's key. */
export const RegisteredAccounts = message({ accounts: list(accountBalances) }).as<readonly AccountBalances[]>({
	parse: ({ accounts }) => accounts,
	format: accounts => ({ accounts }),
})
