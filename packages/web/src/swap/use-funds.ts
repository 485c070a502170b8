import { Decimal, type Token } from '@accord/protocol'
import { useAccount } from '../account/account.tsx'
import { useHeldFunds } from './use-held-funds.ts'

/** What the account has of a token: the balance, the part held by its open orders, and the remainder. */
export function useFunds() {
	const { account, balances, balancesError } = useAccount()
	const heldFunds = useHeldFunds(account?.address)
	return ({ resourceAddress, symbol }: Token) => {
		const balance = balances === undefined ? undefined : (balances.get(resourceAddress) ?? Decimal.zero)
		const held = heldFunds?.get(symbol) ?? Decimal.zero
		const isKnown = balance !== undefined && heldFunds !== undefined
		return {
			balance,
			held,
			/** Undefined until the amount held by open orders is known. */
			spendable: isKnown ? Decimal.max(Decimal.zero, Decimal.subtract(balance, held)) : undefined,
			isUnavailable: balance === undefined && balancesError !== undefined,
		}
	}
}
