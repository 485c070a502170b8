import type { Token } from '@accord/protocol'
import { participants } from '../../test/network/participant.ts'
import { testNetworkId } from '../../test/network/test-network.ts'

export type PairSettings = { base: string; quote: string }

/** The pair on which everything is measured. */
export const measuredPair: PairSettings = { base: 'XRD', quote: 'xUSDC' }

/** One of the local ledger's own tokens. */
export const realPrices: Record<string, string> = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }

/** Settings of a service with many pairs and many makers. The first two makers are real; the others only quote. */
export function largeMarket(tokens: readonly Token[], { makers, pairs }: { makers: number; pairs: number }) {
	const priceOf = ({ symbol }: Token) => [symbol, realPrices[symbol] ?? '1'] as const
	return {
		tokens: tokens.map(({ symbol, resourceAddress, divisibility, name }) => {
			return { symbol, resource_address: resourceAddress, divisibility, name }
		}),
		pairs: pairsOf(tokens.map(({ symbol }) => symbol)).slice(0, pairs),
		settlement: { prices: Object.fromEntries(tokens.map(priceOf)) },
		makers: makersOf(makers),
	}
}

/** The key of a maker by its index, as a test network assigns it. */
export function makerKey(place: number): string {
	return `play-key-of-maker-${place + 1}`
}

/** First the measured pair, then all others of its quote token. */
function pairsOf(symbols: readonly string[]): PairSettings[] {
	const { base: first, quote } = measuredPair
	const bases = [first, ...symbols.filter(symbol => symbol !== first && symbol !== quote)]
	const others = bases.flatMap((base, at) => bases.slice(at + 1).map(other => ({ base, quote: other })))
	return [...bases.map(base => ({ base, quote })), ...others]
}

function makersOf(count: number) {
	const real = participants('maker', 2, testNetworkId)
	return Array.from({ length: count }, (_, place) => {
		const name = `maker-${place + 1}`
		const account = real[place]?.account
		return { name, maker_id: name, accounts: account === undefined ? [] : [account], api_key: makerKey(place) }
	})
}
