import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kysely, Transaction } from 'kysely'
import { writeOptimistically } from './optimistic-write.ts'
import type { Tables } from './tables.ts'

type Decided = 'by what is known' | 'by what is read'

/** Runs a write and records its steps; the facts in memory may be stale or incomplete. */
async function run({ knows, hasChanged = false }: { readonly knows: boolean; readonly hasChanged?: boolean }) {
	const done: string[] = []
	const note = (what: string) => void done.push(what)
	const transact = async <T>(_: Kysely<Tables>, fn: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => {
		note('transaction')
		return await fn({} as Transaction<Tables>)
	}
	const steps = {
		lock: async () => note('lock'),
		decideByKnown: (): Decided | undefined => (knows ? 'by what is known' : undefined),
		decideByRead: async (): Promise<Decided> => {
			note('read')
			return 'by what is read'
		},
		write: async (_: unknown, decided: Decided) => {
			note('write')
			const isWritten = decided === 'by what is read' || !hasChanged
			return { hashes: new Set(isWritten ? ['one'] : []) }
		},
	}
	const { decided, written } = await writeOptimistically({} as Kysely<Tables>, steps, transact)
	return { decided, hashes: [...written.hashes], done }
}

test('what is known and still holds is written without a read', async () => {
	assert.deepEqual(await run({ knows: true }), {
		decided: 'by what is known',
		hashes: ['one'],
		done: ['transaction', 'lock', 'write'],
	})
})

test('if memory is stale, the decision is made again from a read under the locks', async () => {
	assert.deepEqual(await run({ knows: true, hasChanged: true }), {
		decided: 'by what is read',
		hashes: ['one'],
		done: ['transaction', 'lock', 'write', 'transaction', 'lock', 'read', 'write'],
	})
})

test('if not enough is known, one transaction locks, reads, decides and writes', async () => {
	assert.deepEqual(await run({ knows: false }), {
		decided: 'by what is read',
		hashes: ['one'],
		done: ['transaction', 'lock', 'read', 'write'],
	})
})
