import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockDirectory } from './directory-lock.ts'

function newDirectory(t: { after(fn: () => void): void }): string {
	const directory = mkdtempSync(join(tmpdir(), 'accord-lock-'))
	t.after(() => rmSync(directory, { recursive: true, force: true }))
	return directory
}

test('a directory that is given back can be taken again', async t => {
	const directory = join(newDirectory(t), 'new', 'deep')
	const unlock = await lockDirectory(directory)
	assert.deepEqual(readdirSync(directory), ['network.lock'])
	unlock()
	assert.equal(existsSync(join(directory, 'network.lock')), false)
	const again = await lockDirectory(directory)
	again()
})

test('error: a directory that a live network has is refused, naming its process', async t => {
	const directory = newDirectory(t)
	const unlock = await lockDirectory(directory, { waitMs: 150 })
	await assert.rejects(lockDirectory(directory, { waitMs: 150 }), { message: new RegExp(`process ${process.pid}`) })
	unlock()
})

test('a holder that is ending is waited for', async t => {
	const directory = newDirectory(t)
	const unlock = await lockDirectory(directory)
	const second = lockDirectory(directory)
	setTimeout(unlock, 150)
	const again = await second
	again()
})

for (const [what, holder] of [
	['of a process that is gone', { pid: 2 ** 30, startedAt: '1' }],
	['of an earlier process with the same id', { pid: process.pid, startedAt: '1' }],
] as const)
	test(`a lock ${what} counts for nothing`, async t => {
		const directory = newDirectory(t)
		writeFileSync(join(directory, 'network.lock'), JSON.stringify(holder))
		const unlock = await lockDirectory(directory)
		unlock()
	})
