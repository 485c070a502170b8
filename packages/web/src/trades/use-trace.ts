import type { TradeTraceWire } from '@accord/protocol'
import { useEffect, useState } from 'react'
import { useSession } from '../session/session.tsx'

/** A trade as far as it has come, or why it cannot be shown. */
export type Traced = { readonly trace?: TradeTraceWire; readonly error?: unknown }

const everyMs = 1_000

/** What happened to a trade under the hood; asked for again until nothing more can happen. */
export function useTrace(subintentId: string): Traced {
	const { dex } = useSession()
	const [traced, setTraced] = useState<Traced & { id?: string }>({})
	useEffect(() => {
		let isOver = false
		let timer: ReturnType<typeof setTimeout> | undefined
		const ask = async () => {
			const found: Traced = await dex.tradeTrace(subintentId).then(
				trace => ({ trace }),
				error => ({ error }),
			)
			if (isOver) return
			setTraced({ ...found, id: subintentId })
			if (found.trace === undefined || !isComplete(found.trace)) timer = setTimeout(() => void ask(), everyMs)
		}
		void ask()
		return () => {
			isOver = true
			clearTimeout(timer)
		}
	}, [dex, subintentId])
	return traced.id === subintentId ? traced : {}
}

/** The root is read from the ledger, which may have it a moment later than the order's own state. */
function isComplete({ state, roots }: TradeTraceWire): boolean {
	return state === 'settled' ? roots.length > 0 : state === 'unfilled' || state === 'expired' || state === 'cancelled'
}
