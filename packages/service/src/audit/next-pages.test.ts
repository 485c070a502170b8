import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry, AuditRecord } from '@accord/protocol'
import { AuditChain, firstHash } from './audit-chain.ts'
import { type NewPage, nextPages } from './next-pages.ts'
import { entriesOf, packLines } from './stored-page.ts'

function recordsOf(count: number, detail: AuditRecord['detail'] = { text: 'a\nb' }): AuditRecord[] {
	return Array.from({ length: count }, (_, at) => ({ atMs: at, act: 'level_set', actor: 'anna', subject: 's', detail }))
}

/** Chains entries in runs of these sizes; returns all pages. */
async function chained(...runs: readonly (readonly AuditRecord[])[]): Promise<NewPage[]> {
	const pages = new Map<number, NewPage>()
	let head = { number: 0, hash: firstHash }
	let newest: NewPage | undefined
	for (const records of runs) {
		for (const page of await nextPages({ head, newest, records })) {
			pages.set(page.firstNumber, page)
			newest = page
			head = { number: page.lastNumber, hash: page.hash }
		}
	}
	return [...pages.values()]
}

async function readAll(pages: readonly NewPage[]): Promise<AuditEntry[]> {
	const stored = await Promise.all(pages.map(page => entriesOf(page)))
	return stored.flatMap(entries => entries?.map(({ entry }) => entry) ?? [])
}

const sizesOf = (pages: readonly NewPage[]) => pages.map(({ firstNumber, lastNumber }) => lastNumber - firstNumber + 1)

test('few entries extend the newest page while it is small, and many begin another', async () => {
	const sizes = [1, 3, 120, 4, 2, 250, 7, 100, 30]
	const pages = await chained(...sizes.map(size => recordsOf(size)))
	assert.deepEqual(sizesOf(pages), [128, 2, 250, 107, 30])
	const chain = new AuditChain()
	for (const entry of await readAll(pages)) assert.equal(chain.add(entry), undefined)
	assert.deepEqual(chain.head, { number: 517, hash: pages.at(-1)?.hash })
})

test('long entries fill pages of their own', async () => {
	const long = { text: 'x'.repeat(100_000) }
	const pages = await chained(recordsOf(2), recordsOf(5, long), recordsOf(2, { text: 'x'.repeat(300_000) }))
	assert.deepEqual(sizesOf(pages), [4, 2, 1, 1, 1])
	assert.equal((await readAll(pages)).length, 9)
})

test('the refusals of a page are counted from its entries, also when it is extended', async () => {
	const refusal = (code: string): AuditRecord => {
		return { atMs: 5, act: 'order_refused', actor: 'a', subject: '', detail: { code, count: 2, last_at_ms: 9 } }
	}
	const [page] = await chained([refusal('busy'), ...recordsOf(1)], recordsOf(1), [refusal('no_liquidity')])
	const counted = { act: 'order_refused', count: 2, at_ms: 5 }
	assert.deepEqual(page?.refusals, [
		{ ...counted, code: 'busy' },
		{ ...counted, code: 'no_liquidity' },
	])
})

test('error: a changed page does not lead to its hash, and one that cannot be read has no entries', async () => {
	const [page] = await chained(recordsOf(3))
	assert.ok(page)
	const brokenBy = async (change: Partial<NewPage>) => {
		const chain = new AuditChain()
		const entries = (await entriesOf({ ...page, ...change })) ?? []
		return entries.map(({ entry }) => chain.add(entry)?.number)
	}
	const line = (actor: string) => JSON.stringify([1, 'level_set', actor, 's', {}])
	assert.deepEqual(await brokenBy({}), [undefined, undefined, undefined])
	assert.deepEqual(await brokenBy({ hash: firstHash }), [undefined, undefined, 3])
	assert.deepEqual(await brokenBy({ previousHash: 'ab'.repeat(32) }), [1, 1, 1])
	assert.deepEqual(await brokenBy({ entries: packLines(['a', 'b', 'c'].map(line)) }), [undefined, undefined, 3])
	const unreadable = [
		Buffer.alloc(0),
		Buffer.from('not compressed'),
		page.entries.subarray(0, -5),
		packLines([line('a'), line('b')]),
		packLines([line('a'), line('b'), '{"act":1}']),
		packLines([line('a'), line('b'), '[1,']),
		packLines([line('a'), line('b'), '[1, "no_act", "a", "s", {}]']),
		packLines([line('a'), line('b'), '[1, "level_set", "a", "s", []]']),
	]
	for (const entries of unreadable) assert.equal(await entriesOf({ ...page, entries }), undefined)
})
