import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { NumberedStream, type Subscriber } from './numbered-stream.ts'
import { SharedPages } from './shared-pages.ts'

type Entry = { readonly number: number }

/** A log in memory whose reads take several turns of the event loop, as those of a database do. */
function logOf({ pageSize, history }: { pageSize: number; history?: SharedPages<Entry> }) {
	let entries: Entry[] = []
	let last = 0
	let failing = false
	const errors: unknown[] = []
	const stream = new NumberedStream<Entry>({
		readAfter: async (after, limit) => {
			const snapshot = entries
			await turn()
			if (failing) throw new Error('the database is away')
			return snapshot.filter(({ number }) => number > after).slice(0, limit)
		},
		numberOf: ({ number }) => number,
		onError: error => errors.push(error),
		pageSize,
		...(history === undefined ? {} : { history }),
	})
	return {
		stream,
		errors,
		append: () => {
			entries = [...entries, { number: ++last }]
		},
		forget: (number: number) => {
			entries = entries.filter(entry => entry.number !== number)
		},
		fail: (fails: boolean) => {
			failing = fails
		},
		last: () => last,
	}
}

function collector() {
	const numbers: number[] = []
	const failures: unknown[] = []
	const subscriber: Subscriber<Entry> = {
		push: ({ number }) => numbers.push(number),
		flushed: () => turn(),
		failed: error => failures.push(error),
	}
	return { numbers, failures, subscriber }
}

async function settle(stream: NumberedStream<Entry>): Promise<void> {
	stream.wake()
	for (let turns = 0; turns < 100; turns++) await turn()
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

describe('NumberedStream', () => {
	// shows Flash API: Rule 3: entries from N up to the present, then live
	// shows events: new_subintent_bundle
	it('pushes each entry after its number once and in order to every subscriber, whenever it joins', async () => {
		const step = fc.oneof(
			fc.record({ kind: fc.constant('append' as const) }),
			fc.record({ kind: fc.constant('wake' as const) }),
			fc.record({ kind: fc.constant('wait' as const) }),
			fc.record({ kind: fc.constant('subscribe' as const), back: fc.integer({ min: 0, max: 20 }) }),
		)
		const steps = fc.array(step, { maxLength: 60 })
		const property = fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (script, pageSize) => {
			const log = logOf({ pageSize })
			const joined: { after: number; numbers: number[] }[] = []
			for (const action of script) {
				if (action.kind === 'append') log.append()
				if (action.kind === 'wake') log.stream.wake()
				if (action.kind === 'wait') await turn()
				if (action.kind === 'subscribe') {
					const { numbers, subscriber } = collector()
					const after = Math.max(0, log.last() - action.back)
					log.stream.subscribe(subscriber, { after })
					joined.push({ after, numbers })
				}
			}
			await settle(log.stream)
			for (const { after, numbers } of joined) assert.deepEqual(numbers, range(after + 1, log.last()))
		})
		await fc.assert(property, { numRuns: 60 })
	})

	it('sends nothing more to a subscription that has ended, and is idle without subscribers', async () => {
		const log = logOf({ pageSize: 10 })
		const { numbers, subscriber } = collector()
		const end = log.stream.subscribe(subscriber, { after: 0 })
		log.append()
		await settle(log.stream)
		end()
		log.append()
		await settle(log.stream)
		assert.deepEqual(numbers, [1])
		assert.equal(log.stream.idle, true)
	})

	it('skips numbers that are gone', async () => {
		const log = logOf({ pageSize: 2 })
		for (let count = 0; count < 7; count++) log.append()
		for (const gone of [2, 3, 7]) log.forget(gone)
		const { numbers, subscriber } = collector()
		log.stream.subscribe(subscriber, { after: 0 })
		await settle(log.stream)
		log.append()
		await settle(log.stream)
		assert.deepEqual(numbers, [1, 4, 5, 6, 8])
	})

	it('a failed live read is reported, and repeated on the next wake', async () => {
		const log = logOf({ pageSize: 10 })
		const { numbers, subscriber } = collector()
		log.stream.subscribe(subscriber, { after: 0 })
		await settle(log.stream)
		log.append()
		log.fail(true)
		await settle(log.stream)
		assert.deepEqual([numbers, log.errors.length], [[], 1])
		log.fail(false)
		await settle(log.stream)
		assert.deepEqual(numbers, [1])
	})

	it('a failed backfill ends only its own subscription', async () => {
		const log = logOf({ pageSize: 10 })
		log.append()
		log.fail(true)
		const { numbers, failures, subscriber } = collector()
		log.stream.subscribe(subscriber, { after: 0 })
		await settle(log.stream)
		log.fail(false)
		await settle(log.stream)
		assert.deepEqual([numbers, failures.length], [[], 1])
		assert.equal(log.stream.idle, true)
	})

	it('reads history in shared pages and continues with later entries, each once', async () => {
		const history = new SharedPages<Entry>({
			readRange: async (after, upTo) => {
				pages.push(after)
				return range(after + 1, upTo).map(number => ({ number }))
			},
			isFinal: () => true,
			pageSize: 4,
		})
		const pages: number[] = []
		const log = logOf({ pageSize: 4, history })
		for (let n = 0; n < 23; n++) log.append()
		const readers = [3, 3, 9].map(after => {
			const { numbers, subscriber } = collector()
			log.stream.subscribe(subscriber, { after, end: 22 })
			return { after, numbers }
		})
		await settle(log.stream)
		log.append()
		await settle(log.stream)
		for (const { after, numbers } of readers) assert.deepEqual(numbers, range(after + 1, 24))
		assert.deepEqual(
			pages.toSorted((a, b) => a - b),
			[0, 4, 8, 12, 16],
		)
	})
})
