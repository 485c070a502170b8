import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ParallelSync } from './parallel-sync.ts'

function openFiles(t: TestContext, count: number): number[] {
	const folder = mkdtempSync(join(tmpdir(), 'accord-sync-'))
	const descriptors = Array.from({ length: count }, (_, n) => openSync(join(folder, String(n)), 'w'))
	t.after(() => {
		for (const descriptor of descriptors.slice(1)) closeSync(descriptor)
		rmSync(folder, { recursive: true })
	})
	for (const descriptor of descriptors) writeSync(descriptor, 'text')
	return descriptors
}

for (const count of [3, 100]) {
	test(`${count} files are synced; one that cannot be is an error`, t => {
		const descriptors = openFiles(t, count)
		const parallel = new ParallelSync()
		parallel.sync(descriptors)
		parallel.sync(descriptors)
		closeSync(descriptors[0] ?? assert.fail())
		assert.throws(() => parallel.sync(descriptors))
		parallel.sync(descriptors.slice(1))
	})
}
