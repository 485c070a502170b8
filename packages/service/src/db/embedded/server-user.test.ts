import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { queryDatabase } from '../../testing/query-database.ts'
import { startEmbedded } from './embedded-server.ts'
import { serverUser } from './server-user.ts'

const isRoot = process.getuid?.() === 0
const skip = isRoot ? false : 'only root needs another user for PostgreSQL'
const { PATH } = process.env
const folder = mkdtempSync(join(tmpdir(), 'accord-as-root-'))

// As in most containers.
before(() => {
	writeFileSync(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
	process.env.PATH = `${folder}:${PATH}`
})
after(() => {
	process.env.PATH = PATH
	rmSync(folder, { recursive: true })
})

test('root without user namespaces runs the server as another user, which passes through folders that only root may read', {
	skip,
}, async () => {
	chmodSync(folder, 0o755)
	const directory = join(folder, 'data', 'database')
	assert.notEqual(serverUser(directory).user, undefined)
	const server = await startEmbedded(directory)
	assert.deepEqual(await queryDatabase(server.url, 'select 1 as one'), [{ one: 1 }])
	assert.notEqual(statSync(join(directory, 'postgres')).uid, 0)
	assert.equal(statSync(directory).mode & 0o066, 0)
	await server.stop()
	const again = await startEmbedded(directory)
	await again.stop()
})

test('error: a folder that the other user cannot reach is named', { skip }, async () => {
	chmodSync(folder, 0o700)
	const directory = join(folder, 'data', 'unreachable')
	await assert.rejects(startEmbedded(directory), ({ message }) => {
		assert.match(message, /refuses to run as root, and user \d+ cannot enter .*unreachable/)
		return true
	})
})
