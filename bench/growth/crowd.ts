import { fullBook } from '../full-book.ts'
import { BookLoad, bookMessage } from '../ingest/book-load.ts'
import type { Served } from '../served/served.ts'
import type { Traded } from '../settle/one-by-one.ts'
import { textFrame } from '../socket-load.ts'
import { type Cost, notMeasured } from './cost-table.ts'
import { makerKey } from './large-market.ts'
import type { LargeNetwork } from './network-main.ts'

export type Size = { readonly makers: number; readonly pairs: number; readonly levels: number }

const roundMs = 1_000
const patienceMs = 30_000
/** The fewest messages that a maker sends before it waits for the service. */
const messagesAtOnce = 20
/** This many makers replace their books in turn; all other books stay unchanged. */
const makersAtOnce = 16

/** The makers of a large market that only quote, at prices worse than those the trades take. */
export class Crowd {
	readonly service: Served<LargeNetwork>
	readonly #makers: BookLoad[] = []

	constructor(service: Served<LargeNetwork>) {
		this.service = service
	}

	/** `traded`: what, if not the measured pair. */
	async cost(size: Size, traded?: Traded): Promise<Cost> {
		await this.#grow(size.makers, size.levels)
		return withinPatience(this.#measure(size, traded))
	}

	async #measure({ makers, pairs, levels }: Size, traded: Traded | undefined): Promise<Cost> {
		const messages = Math.max(messagesAtOnce, pairs)
		const frames = Buffer.concat(
			Array.from({ length: messages }, (_, at) => this.#frame(at % pairs, { levels, nudge: at })),
		)
		const bookUs = await this.#replaceBooks(makers, { frames, messages })
		return { bookUs, ...((await this.service.ask('trade', traded)) as Omit<Cost, 'bookUs'>) }
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

/** A size that the service does not finish in time is shown as not measured. */
async function withinPatience(cost: Promise<Cost>): Promise<Cost> {
	const givenUp = new Promise<Cost>(resolve => setTimeout(resolve, patienceMs, notMeasured).unref())
	return Promise.race([cost, givenUp])
}
