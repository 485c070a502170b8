import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import type { BalanceChange } from '../session/gateway.ts'

const triesMax = 10
const tryAgainAfterMs = 1_000

/** What the order's transaction changed for its account, from the ledger itself, once it is there. */
export function useBalanceChanges(
	transactionId: string | undefined,
	account: string,
): readonly BalanceChange[] | undefined {
	const { gateway } = useAccount()
	const [changes, setChanges] = useState<readonly BalanceChange[]>()
	useEffect(() => {
		if (transactionId === undefined) return
		let isLeft = false
		const ask = async () => {
			for (let tried = 0; tried < triesMax && !isLeft; tried++) {
				try {
					const found = await gateway.balanceChanges(transactionId, account)
					if (!isLeft) setChanges(found)
					return
				} catch {
					// The Gateway may learn of the transaction a little later than the service.
					await new Promise(resolve => setTimeout(resolve, tryAgainAfterMs))
				}
			}
		}
		void ask()
		return () => {
			isLeft = true
		}
	}, [gateway, transactionId, account])
	return changes
}
