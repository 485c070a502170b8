import { reconciliationKinds } from '@accord/protocol'
import { Durations } from './durations.ts'
import { closedSocketLabels, fillRefusals, orderRefusals, requestLabels } from './known-labels.ts'

/** The stages of an order that are timed. */
const stages = [
	/** Reading an order: its bytes, signatures, schema, fees and header. */
	'validate',
	/** Waiting for and running a preview, the order's own and those alongside other orders. */
	'preview',
	/** Waiting for and running the match. */
	'match',
	/** From an order's arrival until its parts are requested of makers. */
	'order_to_asked',
	/** From a fill's arrival to its answer. */
	'fill_judged',
	'accepted_to_filled',
	'filled_to_published',
	'published_to_settled',
] as const
export type Stage = (typeof stages)[number]

/** What one node counts about itself, in plain numbers, which cost next to nothing until metrics are requested. */
export class ServiceMetrics {
	readonly stages: Readonly<Record<Stage, Durations>>
	ordersAccepted = 0
	/** By code. */
	readonly ordersRefused = new Tally(orderRefusals)
	/** By state. */
	readonly ordersEnded = new Tally(['settled', 'unfilled', 'expired', 'cancelled'])
	fillsAccepted = 0
	/** By code. */
	readonly fillsRefused = new Tally(fillRefusals)
	/** Answers of GET /trade/order_book that bypass the framework. */
	booksAnswered = 0
	/** By `METHOD route status`. */
	readonly requests = new Tally(requestLabels)
	/** By route. */
	readonly requestTimes = new Map<string, Durations>()
	/** By whose limit: of `all` connections, of an `address`, or of the `pipelined` requests of one. */
	readonly connectionsRefused = new Tally(['all', 'address', 'pipelined'])
	/** By `interface code`. */
	readonly socketsClosed = new Tally(closedSocketLabels)
	/** Requests and upgrades without a valid key, by interface. */
	readonly unauthorized = new Tally(['http', 'flash', 'solver', 'operator'])
	/** By the call's name. */
	readonly gatewayTimes = new Map<string, Durations>()
	readonly gatewayFailures = new Tally()
	/** Answers of the Gateway that were not believed, by reason. */
	readonly gatewayDoubts = new Tally(['network', 'clock', 'version'])
	/** Messages between nodes that were not sent, because the bus was lost or slow, or not read, because they are not ours. */
	readonly busMessages = new Tally(['dropped', 'ignored'])
	/** Outcomes that the ledger contradicted, by what it says. */
	readonly corrections = new Tally(['Settled', 'Expired'])
	/** Where the daily comparison found that database and ledger do not agree, by kind. */
	readonly reconciliationDifferences = new Tally(reconciliationKinds)
	/** What customers of the Instamint component paid back on Radix, by what became of it. */
	readonly paybacks = new Tally(['repaid', 'refused'])
	/** Rows of what ended that were removed, by table. */
	readonly rowsRemoved = new Tally(['order', 'part', 'fill', 'bundle', 'fill_execution'])
	/** By the loop's name. */
	readonly loopTimes = new Map<string, Durations>()
	readonly loopFailures = new Tally()

	constructor() {
		const each = stages.map(stage => [stage, new Durations()] as const)
		this.stages = Object.fromEntries(each) as Record<Stage, Durations>
	}

	/** Counts an answered request. */
	answered({ method, route, status, ms }: { method: string; route: string; status: number; ms: number }): void {
		this.requests.add(`${method} ${route} ${status}`)
		timesOf(this.requestTimes, route).observe(ms)
	}

	/** Counts a finished run of a loop. */
	ran(loop: string, { ms, hasFailed }: { ms: number; hasFailed: boolean }): void {
		timesOf(this.loopTimes, loop).observe(ms)
		this.loopFailures.know(loop)
		if (hasFailed) this.loopFailures.add(loop)
	}

	/** Counts a finished call of the Gateway. */
	called(name: string, { ms, hasFailed }: { ms: number; hasFailed: boolean }): void {
		timesOf(this.gatewayTimes, name).observe(ms)
		if (hasFailed) this.gatewayFailures.add(name)
	}
}

function timesOf(all: Map<string, Durations>, name: string): Durations {
	const known = all.get(name)
	if (known !== undefined) return known
	const times = new Durations()
	all.set(name, times)
	return times
}

/** Counts by name, those named at first from 0 on. Names must come from a small set, so that the tally stays small. */
export class Tally {
	readonly #counts: Map<string, number>

	constructor(names: readonly string[] = []) {
		this.#counts = new Map(names.map(name => [name, 0]))
	}

	/** Counts a name from 0 on, if it is not counted yet. */
	know(name: string): void {
		this.#counts.set(name, this.get(name))
	}

	add(name: string, count = 1): void {
		this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
	}

	get(name: string): number {
		return this.#counts.get(name) ?? 0
	}

	entries(): [name: string, count: number][] {
		return [...this.#counts]
	}
}
