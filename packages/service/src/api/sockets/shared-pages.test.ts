import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { SharedPages } from './shared-pages.ts'

/**
 * Pages of ten numbers, of which those above `finalUpTo` may change; `read` has the numbers after which pages were
 * read.
 */
function setUp({ finalUpTo = 1_000, pagesMax = 3 } = {}) {
	const read: number[] = []
	let version = 'a'
	let failing = false
	const pages = new SharedPages<number>({
		readRange: async (after, upTo) => {
			read.push(after)
			await turn()
			if (failing) throw new Error('away')
			return Array.from({ length: upTo - after }, (_, at) => after + at + 1)
		},
		isFinal: number => number <= finalUpTo,
		pageSize: 10,
		pagesMax,
		version: () => version,
	})
	return {
		pages,
		page: (after: number) => pages.page(after),
		read,
		setVersion: (next: string) => {
			version = next
		},
		fail: (fails: boolean) => {
			failing = fails
		},
	}
}

test('pages begin at multiples of their size, wherever their readers are', async () => {
	const { page, pages, read } = setUp()
	assert.deepEqual(
		[0, 9, 10, 25].map(after => pages.endOf(after)),
		[10, 10, 20, 30],
	)
	assert.deepEqual((await page(13)).at(0), 11)
	assert.deepEqual([(await page(19)).at(-1), read], [20, [10]])
})

test('concurrent readers of a page share one read', async () => {
	const { page, read } = setUp({ finalUpTo: 0 })
	const [one, other] = await Promise.all([page(0), page(5)])
	assert.deepEqual([one === other, read], [true, [0]])
})

test('a page that may still change, or failed, is read again', async () => {
	const { fail, page, read } = setUp({ finalUpTo: 15 })
	await page(0)
	await page(0)
	await page(10)
	await page(10)
	assert.deepEqual(read, [0, 10, 10])
	fail(true)
	await assert.rejects(page(20))
	fail(false)
	await page(20)
	assert.deepEqual(read, [0, 10, 10, 20, 20])
})

test('keeps only the few pages used last', async () => {
	const { page, read } = setUp({ pagesMax: 2 })
	for (const after of [0, 10, 0, 20, 0, 10]) await page(after)
	assert.deepEqual(read, [0, 10, 20, 10])
})

test('another version makes every page stale', async () => {
	const { page, read, setVersion } = setUp()
	await page(0)
	setVersion('b')
	await page(0)
	await page(0)
	assert.deepEqual(read, [0, 0])
})
