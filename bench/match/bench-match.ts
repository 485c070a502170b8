import { percentile } from '../percentile.ts'
import { printTable } from '../table.ts'
import { AccordBook } from './accord-book.ts'
import type { BookSides, Contender } from './contender.ts'
import { openLibrary } from './library-book.ts'

const opponents = ['nodejs-order-book', 'hft-limit-order-book']
const makers = 4
const levels = 50
const rounds = 300
// By then all code is compiled.
const warmUp = 1000
const takes = 20
const taken = '0.1'
/** The rest of the best level, 1000.3, after 20 times 0.1. */
const exactlyLeft = '998.3'

type Times = Record<'replace' | 'show' | 'take', number[]>

/** Books replaced, shown and taken from, in memory, compared with npm order books. */
export async function benchMatch(): Promise<void> {
	const contenders: Contender[] = [new AccordBook()]
	for (const name of opponents) {
		const found = await openLibrary(name)
		if (found === undefined) console.log(`${name} is not installed: left out`)
		else contenders.push(found)
	}
	for (const contender of contenders)
		for (let maker = 0; maker < makers; maker++) contender.replace(maker, bookOf(maker, 0))
	const times = new Map<Contender, Times>(contenders.map(contender => [contender, { replace: [], show: [], take: [] }]))
	const left = new Map<Contender, string>()
	for (let round = 0; round < warmUp + rounds; round++) {
		for (const [contender, measured] of times) {
			const round_ = runRound(contender, round)
			left.set(contender, round_.left)
			if (round >= warmUp) for (const kind of ['replace', 'show', 'take'] as const) measured[kind].push(round_[kind])
		}
	}
	console.log(`${makers} makers with ${levels} levels a side; ${rounds} rounds; median of each\n`)
	printTimes(times, left)
}

/** One maker replaces its book, the book is shown, some orders take from it. Times in microseconds. */
function runRound(contender: Contender, round: number) {
	const book = bookOf(0, round)
	const replace = timed(() => contender.replace(0, book))
	const show = timed(() => contender.show())
	const take = timed(() => {
		for (let n = 0; n < takes; n++) contender.take(taken)
	})
	return { replace, show, take: take / takes, left: contender.left() }
}

function timed(work: () => void): number {
	const startedMs = performance.now()
	work()
	return 1000 * (performance.now() - startedMs)
}

/** The first maker has the best prices; `nudge` changes the others' levels from round to round. */
function bookOf(maker: number, nudge: number): BookSides {
	const places = Array.from({ length: levels }, (_, at) => at)
	const price = (ticks: number) => (0.05 + ticks * 1e-6).toFixed(6)
	const amount = (at: number) => (at === 0 ? '1000.3' : `${1000 + ((at * 7 + nudge) % 100)}.7`)
	const away = (at: number) => 10 * at + maker + 1
	return {
		bids: places.map(at => [price(-away(at)), amount(at)] as const),
		asks: places.map(at => [price(away(at)), amount(at)] as const),
	}
}

function printTimes(times: ReadonlyMap<Contender, Times>, left: ReadonlyMap<Contender, string>): void {
	const median = (samples: readonly number[]) => percentile(samples, 0.5)
	const us = (value: number) => `${value.toFixed(1)} µs`
	const rows = [...times].map(([contender, { replace, show, take }]) => {
		const remains = left.get(contender) ?? ''
		const exact = remains === exactlyLeft ? 'yes' : `no: 1000.3 − ${takes} × ${taken} = ${remains}`
		return [contender.name, us(median(replace)), us(median(show)), us(median(take)), exact]
	})
	const [own, ...others] = [...times]
	const ratios = others.map(([{ name }, theirs]) => {
		const faster = (kind: keyof Times) => `${(median(theirs[kind]) / median(own?.[1][kind] ?? [])).toFixed(2)} ×`
		return [`accord faster than ${name}`, faster('replace'), faster('show'), faster('take'), '']
	})
	printTable(['', 'replace a book', 'show it', 'take from it', 'sums exact'], [...rows, ...ratios])
}
