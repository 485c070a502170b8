/** What a Radix network commits at most: transactions a second, each with as many trades as fit into it (32 subintents). */
export const ledgerLimits = { transactionsPerS: 50, tradesPerTransaction: 8 }

/** How long an order from the page or the SDK is valid. */
const expiresInS = 45
// Long enough that the oldest waiting order is about to expire, if there are too many.
const warmUpS = 600
const measuredS = 120

export type LedgerLoad = {
	readonly settledPerS: number
	readonly expiredPerS: number
	/** How long the median settled trade waited for its transaction. */
	readonly waitS: number
}

/** Trades published evenly, and solvers that settle the oldest first, as many as the ledger takes. */
export function simulateLedger(tradesPerS: number): LedgerLoad {
	const { transactionsPerS, tradesPerTransaction } = ledgerLimits
	const waiting: { readonly publishedAt: number; trades: number }[] = []
	const settled: { readonly waited: number; readonly trades: number }[] = []
	let [published, expired] = [0, 0]
	for (let at = 0; at < (warmUpS + measuredS) * transactionsPerS; at++) {
		const isMeasured = at >= warmUpS * transactionsPerS
		const trades = Math.floor(((at + 1) * tradesPerS) / transactionsPerS) - published
		published += trades
		waiting.push({ publishedAt: at, trades })
		while (waiting[0] !== undefined && at - waiting[0].publishedAt >= expiresInS * transactionsPerS) {
			if (isMeasured) expired += waiting[0].trades
			waiting.shift()
		}
		for (let room = tradesPerTransaction; room > 0 && waiting[0] !== undefined; ) {
			const taken = Math.min(room, waiting[0].trades)
			if (isMeasured && taken > 0) settled.push({ waited: at - waiting[0].publishedAt, trades: taken })
			waiting[0].trades -= taken
			room -= taken
			if (waiting[0].trades === 0) waiting.shift()
		}
	}
	const count = settled.reduce((sum, { trades }) => sum + trades, 0)
	return {
		settledPerS: count / measuredS,
		expiredPerS: expired / measuredS,
		waitS: median(settled, count) / transactionsPerS,
	}
}

function median(settled: readonly { readonly waited: number; readonly trades: number }[], count: number): number {
	let passed = 0
	for (const { waited, trades } of settled.toSorted((a, b) => a.waited - b.waited)) {
		passed += trades
		if (passed * 2 >= count) return waited
	}
	return 0
}
