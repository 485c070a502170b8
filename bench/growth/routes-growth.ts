import { DexClient } from '@accord/sdk'
import type { BookText } from '../../test/network/book-text.ts'
import { percentile } from '../percentile.ts'
import { addedSymbol } from '../served/added-tokens.ts'
import { Served } from '../served/served.ts'
import type { Traded } from '../settle/one-by-one.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'
import { type Cost, printCosts } from './cost-table.ts'
import { Crowd } from './crowd.ts'
import type { LargeNetwork, LargeNetworkArgument } from './network-main.ts'

const what = 'routes'
/** Ten tokens, each but one quoted in it: nine books, and 36 pairs that only have a route. */
const addedTokens = 5
const size = { makers: 3, pairs: 9, addedTokens }
/** The crowd replaces one book of a leg. */
const load = { makers: 1, pairs: 1, levels: 50 }
const routed: Traded = { order: { sell: '100 XRD', buy: '0.0016 xETH' }, makers: 2 }
const routedPair = { base: 'XRD', quote: 'xETH' }

/** The books of all other pairs. */
const books: readonly BookText[] = [
	{ pair: 'xETH/xUSDC', bids: ['2990 20'], asks: ['3000 20'] },
	{ pair: 'xwBTC/xUSDC', bids: ['59900 1'], asks: ['60000 1'] },
	...['xUSDT', ...Array.from({ length: addedTokens }, (_, n) => addedSymbol(n))].map(base => ({
		pair: `${base}/xUSDC`,
		bids: ['0.99 1000'],
		asks: ['1.01 1000'],
	})),
]

const rounds = 5

/**
 * What a change of a book and an order cost in a network without routes, and in one with them: in a direct pair, in a
 * routed one, and in a routed one whose book somebody follows. All take turns.
 */
export async function growByRoutes(part: string): Promise<void> {
	if (!what.startsWith(part)) return
	await using opened = new AsyncDisposableStack()
	const plain = await openMarket(opened, { routes: [] })
	const withRoutes = await openMarket(opened, {})
	const columns = {
		'direct, no routes': () => plain.cost(load),
		'direct, 36 routed pairs': () => withRoutes.cost(load),
		routed: () => withRoutes.cost(load, routed),
		'routed, followed': () => whileFollowed(withRoutes, () => withRoutes.cost(load, routed)),
	}
	const costs: Cost[][] = []
	for (let round = 0; round <= rounds; round++) {
		const costsNow: Cost[] = []
		for (const measure of Object.values(columns)) costsNow.push(await measure())
		// The first round only warms up.
		if (round > 0) costs.push(costsNow)
	}
	const names = Object.keys(columns)
	const medians = names.map((_, at) => medianOf(costs.flatMap(costsNow => costsNow[at] ?? [])))
	printCosts(what, names, medians, '≤ 2')
}

async function openMarket(
	opened: AsyncDisposableStack,
	{ routes }: Pick<LargeNetworkArgument, 'routes'>,
): Promise<Crowd> {
	const directory = temporaryFolder()
	opened.defer(() => removeFolder(directory))
	const argument: LargeNetworkArgument = { ...size, directory, books, ...(routes && { routes }) }
	const service = await Served.start<LargeNetwork>(new URL('./network-main.ts', import.meta.url), argument)
	opened.defer(() => service.stop())
	const crowd = new Crowd(service)
	opened.defer(() => crowd.close())
	return crowd
}

async function whileFollowed({ service }: Crowd, measure: () => Promise<Cost>): Promise<Cost> {
	const left = new AbortController()
	const changes = new DexClient({ baseUrl: service.ready.url }).followOrderBook(routedPair, { signal: left.signal })
	const read = async () => {
		for await (const _ of changes);
	}
	const reading = read().catch(() => undefined)
	const cost = await measure()
	left.abort()
	await reading
	return cost
}

function medianOf(costs: readonly Cost[]): Cost {
	const median = (of: (cost: Cost) => number) => percentile(costs.map(of), 0.5)
	return {
		bookUs: median(({ bookUs }) => bookUs),
		orderMs: median(({ orderMs }) => orderMs),
		fillMs: median(({ fillMs }) => fillMs),
	}
}
