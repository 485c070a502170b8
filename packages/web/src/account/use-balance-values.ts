import { type Decimal, type Pair, pairKey } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import { skipToken } from '@tanstack/react-query'
import { spreadOf } from '../book/spread.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { useAccount } from './account.tsx'
import { type BalanceValues, pairToValue, stableIn, valueBalances } from './balance-values.ts'

const everyMs = 10_000

/** What the account's balances are worth; undefined without an account or a token to value them in, or until known. */
export function useBalanceValues(): (BalanceValues & { readonly stable: string }) | undefined {
	const { dex, tokens, pairs, pair } = useSession()
	const { balances } = useAccount()
	// The chosen pair's first, as in the form.
	const stable = stableIn({ tokens, pairs: [pair, ...pairs] })
	const held = [...tokens.values()].filter(({ resourceAddress }) => (balances?.get(resourceAddress) ?? 0n) > 0n)
	const priced = held.flatMap(({ symbol }) => (stable && pairToValue(symbol, stable, pairs)) || [])
	const { data: mids } = useRemoteData<ReadonlyMap<string, Decimal>>({
		queryKey: ['mids', priced.map(pairKey)],
		queryFn: stable === undefined || balances === undefined ? skipToken : () => midsOf(priced, dex),
		placeholderData: previous => previous,
		refetchInterval: everyMs,
	})
	if (stable === undefined || balances === undefined || mids === undefined) return undefined
	return { stable, ...valueBalances({ tokens, pairs, balances, stable, mids }) }
}

/** By pair; those without a middle are absent. Asked for: a stream per pair would use up the browser's few connections. */
async function midsOf(
	pairs: readonly Pair[],
	dex: Pick<DexClient, 'orderBook'>,
): Promise<ReadonlyMap<string, Decimal>> {
	const mids = new Map<string, Decimal>()
	const ask = async (pair: Pair) => {
		const mid = spreadOf(await dex.orderBook(pair, { depth: 1 }))?.mid
		if (mid !== undefined) mids.set(pairKey(pair), mid)
	}
	await Promise.all(pairs.map(ask))
	return mids
}
