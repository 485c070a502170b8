import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import type { SwapInput } from '../quote/swap-quote.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { type UnconfirmedOrder, unconfirmedOrder } from '../sign/unconfirmed-orders.ts'

/** The user's order for the same swap that the service did not confirm and the ledger may still execute; read every second. */
export function useUnconfirmed({ sell, buy }: SwapInput): UnconfirmedOrder | undefined {
	const { account } = useAccount()
	const [, setTick] = useState(0)
	useEffect(() => {
		const timer = setInterval(() => setTick(tick => tick + 1), 1_000)
		return () => clearInterval(timer)
	}, [])
	if (account === undefined) return undefined
	const swap = { account: account.address, sell: sell.symbol, buy: buy.symbol }
	return unconfirmedOrder(ownStorage, swap, Date.now())
}
