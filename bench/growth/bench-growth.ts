import { fullBook } from '../full-book.ts'
import { BookLoad, bookMessage } from '../ingest/book-load.ts'
import { Served } from '../served/served.ts'
import { textFrame } from '../socket-load.ts'
import { printTable } from '../table.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'
import { type ReadCost, readCost } from './history-load.ts'
import { makerKey } from './large-market.ts'
import type { LargeNetwork, LargeNetworkArgument } from './network-main.ts'

type Size = { readonly makers: number; readonly pairs: number; readonly levels: number }
type Cost = { readonly bookUs: number; readonly orderMs: number; readonly fillMs: number } & Partial<ReadCost>

const smallest: Size = { makers: 1, pairs: 1, levels: 10 }
const roundMs = 1_000
const patienceMs = 30_000
/** The least number of messages that a maker sends before it waits for the service. */
const messagesAtOnce = 20
/** This many makers replace their books in turn; all other books stay as they are. */
const makersAtOnce = 16

/** How many ended trades there are at last; `ACCORD_BENCH_ENDED=10000000` takes more than an hour. */
const endedMax = Number(process.env.ACCORD_BENCH_ENDED ?? 300_000)

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
	'ended trades': {
		sizes: [0, endedMax / 100, endedMax / 10, endedMax],
		measure: async (crowd, trades) => {
			const orderId = String(await crowd.service.ask('endedTrades', trades))
			return { ...(await crowd.cost(smallest)), ...(await crowd.readCost(orderId)) }
		},
	},
}

/** What a price book, an order and a fill cost the service as everything around them grows; `growth=pairs` only by one of them. */
export async function benchGrowth(part?: string): Promise<void> {
	for (const [what, { sizes, measure }] of Object.entries(axes)) {
		if (part === undefined || what.startsWith(part)) await growBy(what, sizes, measure)
	}
}

type Measure = (crowd: Crowd, size: number) => Promise<Cost>

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

function printCosts(what: string, sizes: readonly number[], costs: readonly Cost[]): void {
	const row = (name: string, unit: string, values: readonly number[]) => {
		const growth = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)
		const text = (value: number) => (Number.isNaN(value) ? '—' : `${value.toFixed(unit === 'µs' ? 0 : 2)} ${unit}`)
		return [name, ...values.map(text), Number.isNaN(growth) ? '—' : `${growth.toFixed(2)} ×`]
	}
	printTable(
		[what, ...sizes.map(String), 'last ÷ first (aim: flat)'],
		[
			row(
				'a price book: processor time',
				'µs',
				costs.map(({ bookUs }) => bookUs),
			),
			row(
				'order sent → maker asked, without the ledger',
				'ms',
				costs.map(({ orderMs }) => orderMs),
			),
			row(
				'fill sent → bundle sent, without the ledger',
				'ms',
				costs.map(({ fillMs }) => fillMs),
			),
			...readRows.flatMap(([name, key]) => {
				const values = costs.map(cost => cost[key] ?? Number.NaN)
				return values.every(Number.isNaN) ? [] : [row(name, 'ms', values)]
			}),
		],
	)
}

const readRows = [
	['GET /maker/stats of the maker of all of them', 'statsMs'],
	['GET /trade/orders/… while 100 read all of the solvers’ log', 'readMs'],
	['— p99', 'readP99Ms'],
] as const

const notMeasured: Cost = { bookUs: Number.NaN, orderMs: Number.NaN, fillMs: Number.NaN }

/** A size that the service does not finish in time is shown as not measured. */
async function withinPatience(cost: Promise<Cost>): Promise<Cost> {
	const givenUp = new Promise<Cost>(resolve => setTimeout(resolve, patienceMs, notMeasured).unref())
	return Promise.race([cost, givenUp])
}

/** The makers of a large market that only quote, at prices worse than those the trades take. */
class Crowd {
	readonly service: Served<LargeNetwork>
	readonly #makers: BookLoad[] = []

	constructor(service: Served<LargeNetwork>) {
		this.service = service
	}

	async cost(size: Size): Promise<Cost> {
		await this.#grow(size.makers, size.levels)
		return withinPatience(this.#measure(size))
	}

	async #measure({ makers, pairs, levels }: Size): Promise<Cost> {
		const messages = Math.max(messagesAtOnce, pairs)
		const frames = Buffer.concat(
			Array.from({ length: messages }, (_, at) => this.#frame(at % pairs, { levels, nudge: at })),
		)
		const bookUs = await this.#replaceBooks(makers, { frames, messages })
		return { bookUs, ...((await this.service.ask('trade')) as Omit<Cost, 'bookUs'>) }
	}

	/** As the first maker that only quotes, whose trades the ended ones are. */
	readCost(orderId: string): Promise<ReadCost> {
		return readCost(this.service.ready, { apiKey: makerKey(1), orderId })
	}

	close(): void {
		for (const maker of this.#makers) maker.close()
	}

	/** The first two makers are reserved for the trades. */
	async #grow(makers: number, levels: number): Promise<void> {
		for (let place = 2 + this.#makers.length; place < 2 + makers && place < 1_000; place++) {
			const maker = await BookLoad.open(this.service.ready.flashUrl, makerKey(place))
			await maker.send(this.#frame(0, { levels, nudge: place }))
			this.#makers.push(maker)
		}
	}

	#frame(pair: number, { levels, nudge }: { levels: number; nudge: number }): Buffer {
		const { base, quote } = this.service.ready.pairs[pair] ?? { base: '', quote: '' }
		return textFrame(bookMessage(fullBook(`${base}/${quote}`, { levels, nudge })))
	}

	async #replaceBooks(makers: number, { frames, messages }: { frames: Buffer; messages: number }): Promise<number> {
		const active = this.#makers.slice(0, Math.min(makers, makersAtOnce))
		const cpuMs = await this.service.cpuMs()
		const endsAtMs = performance.now() + roundMs
		let count = 0
		while (performance.now() < endsAtMs) {
			await Promise.all(active.map(maker => maker.send(frames)))
			count += messages * active.length
		}
		return (1_000 * ((await this.service.cpuMs()) - cpuMs)) / count
	}
}
