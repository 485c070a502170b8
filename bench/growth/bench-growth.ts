import { Served } from '../served/served.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'
import { type Cost, notMeasured, printCosts } from './cost-table.ts'
import { Crowd, type Size } from './crowd.ts'
import { growByEndedTrades } from './ended-growth.ts'
import type { LargeNetwork, LargeNetworkArgument } from './network-main.ts'
import { growByRoutes } from './routes-growth.ts'

const smallest: Size = { makers: 1, pairs: 1, levels: 10 }

type Measure = (crowd: Crowd, size: number) => Promise<Cost>
type Axis = { readonly sizes: readonly number[]; readonly measure: Measure }

const axes: Readonly<Record<string, Axis>> = {
	levels: { sizes: [1, 10, 50], measure: (crowd, levels) => crowd.cost({ ...smallest, levels }) },
	pairs: { sizes: [1, 10, 100], measure: (crowd, pairs) => crowd.cost({ ...smallest, pairs }) },
	makers: { sizes: [1, 10, 100, 1_000], measure: (crowd, makers) => crowd.cost({ ...smallest, makers }) },
	'open orders': {
		sizes: [0, 1_000, 10_000, 100_000],
		measure: async (crowd, orders) => {
			await crowd.service.ask('openOrders', orders)
			return crowd.cost(smallest)
		},
	},
	'accounts with 8 open orders': {
		sizes: [1, 10, 100, 1_000, 10_000],
		measure: async (crowd, accounts) => {
			await crowd.service.ask('openAccounts', accounts)
			return crowd.cost(smallest)
		},
	},
}

/** The cost of a price book, an order and a fill as everything around them grows; `growth=pairs` only by one of them. */
export async function benchGrowth(part = ''): Promise<void> {
	for (const [what, { sizes, measure }] of Object.entries(axes)) {
		if (what.startsWith(part)) await growBy(what, sizes, measure)
	}
	await growByRoutes(part)
	await growByEndedTrades(part)
}

/** Each table has its own service, unaffected by the growth measured in the others. */
async function growBy(what: string, sizes: readonly number[], measure: Measure): Promise<void> {
	const directory = temporaryFolder()
	const argument: LargeNetworkArgument = { makers: 1_000, pairs: 100, directory }
	const service = await Served.start<LargeNetwork>(new URL('./network-main.ts', import.meta.url), argument)
	const crowd = new Crowd(service)
	// The first trades only warm up.
	await service.ask('trade')
	printCosts(what, sizes, await costsOf(sizes, size => measure(crowd, size)))
	crowd.close()
	await Promise.race([service.stop(), new Promise(resolve => setTimeout(resolve, 5_000))])
	service.kill()
	removeFolder(directory)
}

async function costsOf(sizes: readonly number[], measure: (size: number) => Promise<Cost>): Promise<Cost[]> {
	const costs: Cost[] = []
	for (const size of sizes) {
		const isLost = costs.at(-1) === notMeasured
		costs.push(isLost ? notMeasured : await measure(size))
	}
	return costs
}
