import type { TradesWire } from '@accord/protocol'
import type { DexClient, Pair } from '@accord/sdk'
import { useEffect, useState } from 'react'
import { useSession } from '../session/session.tsx'

/** A trade that has settled. */
export type SettledTrade = TradesWire['trades'][number]

/** The newest settled trades, newest first; undefined until they are known. What failed last stays until something is known again. */
export type RecentTrades = { readonly trades?: readonly SettledTrade[]; readonly error?: unknown }

const everyMs = 2_000

/** The newest trades of a pair, or of all pairs, asked for again and again while the tab is in sight. */
export function useTrades({ pair, limit }: { pair?: Pair; limit: number }): RecentTrades {
	const { dex } = useSession()
	const [recent, setRecent] = useState<RecentTrades & { key?: string }>({})
	const { base, quote } = pair ?? {}
	const key = `${base}/${quote}`
	useEffect(() => {
		const asked = base === undefined || quote === undefined ? {} : { pair: { base, quote } }
		return repeatInSight(async isOver => {
			const found = await readTrades(dex, { ...asked, limit })
			if (isOver()) return
			setRecent(known => {
				if (known.key !== key) return { ...found, key }
				return sameTrades(known, found) ? known : { ...known, ...found, key }
			})
		})
	}, [dex, base, quote, limit, key])
	return recent.key === key ? recent : {}
}

async function readTrades(
	dex: DexClient,
	query: { pair?: Pair; limit: number },
): Promise<{ trades: readonly SettledTrade[]; error: undefined } | { error: unknown }> {
	try {
		return { trades: (await dex.trades(query)).trades, error: undefined }
	} catch (error) {
		return { error }
	}
}

/** Nothing is drawn anew as long as nothing happened. */
function sameTrades(known: RecentTrades, found: RecentTrades): boolean {
	if (found.error !== undefined || known.error !== undefined) return false
	return known.trades?.length === found.trades?.length && idOfNewest(known) === idOfNewest(found)
}

function idOfNewest({ trades }: RecentTrades): string | undefined {
	return trades?.[0]?.subintent_id
}

/** Runs something now and every few seconds, but not in a tab that nobody sees. */
function repeatInSight(run: (isOver: () => boolean) => Promise<void>): () => void {
	let isOver = false
	let timer: ReturnType<typeof setTimeout> | undefined
	const next = async () => {
		clearTimeout(timer)
		if (!document.hidden) await run(() => isOver)
		if (!isOver) timer = setTimeout(() => void next(), everyMs)
	}
	void next()
	return () => {
		isOver = true
		clearTimeout(timer)
	}
}
