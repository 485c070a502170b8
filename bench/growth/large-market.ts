import { createHash } from 'node:crypto'
import { bech32m } from '@scure/base'
import { participants } from '../../test/network/participant.ts'
import { testNetworkId } from '../../test/network/test-network.ts'

export type TokenSettings = { symbol: string; resource_address: string; divisibility: number; name: string }
export type PairSettings = { base: string; quote: string }

/** The pair on which everything is measured. */
export const measuredPair: PairSettings = { base: 'XRD', quote: 'xUSDC' }

/** One of the local ledger's own tokens. */
export const realPrices: Record<string, string> = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }

/** Settings of a service with many pairs and many makers. The first two makers are real; the others only quote. */
export function largeMarket(tokens: readonly TokenSettings[], { makers, pairs }: { makers: number; pairs: number }) {
	const added = Array.from({ length: 10 }, (_, n) => addedToken(n))
	const all = [...tokens, ...added]
	return {
		tokens: all,
		pairs: pairsOf(all.map(({ symbol }) => symbol)).slice(0, pairs),
		settlement: {
			prices: { ...realPrices, ...Object.fromEntries(added.map(({ symbol }) => [symbol, '1'])) },
			// The books of all pairs have the prices of the measured one.
			price_band: '1000000000',
		},
		makers: makersOf(makers),
	}
}

/** The key of a maker by its index, as a test network assigns it. */
export function makerKey(place: number): string {
	return `play-key-of-maker-${place + 1}`
}

/** A token that the ledger does not know. */
export function addedToken(n: number): TokenSettings {
	const id = createHash('sha256').update(`token ${n}`).digest().subarray(0, 30)
	id[0] = 0x5d
	return {
		symbol: `T${n}`,
		resource_address: bech32m.encode('resource_sim', bech32m.toWords(id), false),
		divisibility: 18,
		name: `T${n}`,
	}
}

function pairsOf(symbols: readonly string[]): PairSettings[] {
	const bases = symbols.filter(symbol => symbol !== measuredPair.quote)
	const all = bases.flatMap((base, at) => [measuredPair.quote, ...bases.slice(at + 1)].map(quote => ({ base, quote })))
	const isMeasured = ({ base, quote }: PairSettings) => base === measuredPair.base && quote === measuredPair.quote
	return [measuredPair, ...all.filter(pair => !isMeasured(pair))]
}

function makersOf(count: number) {
	const real = participants('maker', 2, testNetworkId)
	return Array.from({ length: count }, (_, place) => {
		const name = `maker-${place + 1}`
		const account = real[place]?.account
		return { name, maker_id: name, accounts: account === undefined ? [] : [account], api_key: makerKey(place) }
	})
}
