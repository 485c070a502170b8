import assert from 'node:assert/strict'
import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../program-fixture.ts'

const key = '11'.repeat(32)

function open(t: TestContext, settings: Record<string, unknown> = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'accord-keys-'))
	t.after(() => rmSync(folder, { recursive: true }))
	const config = join(folder, 'service.jsonc')
	const files = { service_key: { file: 'service.key' }, former_service_key: { file: 'former.key' } }
	writeFileSync(config, JSON.stringify({ ...files, ...settings }))
	const current = join(folder, 'service.key')
	const former = join(folder, 'former.key')
	writeFileSync(current, `${key}\n`, { mode: 0o600 })
	return { folder, config, current, former, run: (name: string) => runCommand(['service-key', name, config]) }
}

const read = (path: string) => readFileSync(path, 'utf8').trim()

test('a rotation makes a new key and keeps the former one until it is retired; no key is ever lost', async t => {
	const { folder, current, former, run } = open(t)
	const { code, out } = await run('rotate')
	assert.deepEqual([code, read(former)], [0, key])
	const next = read(current)
	assert.match(next, /^[0-9a-f]{64}$/)
	assert.notEqual(next, key)
	assert.ok(!out.includes(next))
	assert.equal(statSync(current).mode & 0o777, 0o600)
	const again = await run('rotate')
	assert.deepEqual([again.code, read(current), read(former)], [2, next, key])
	assert.equal((await run('retire')).code, 0)
	assert.ok(!existsSync(former))
	const retired = readdirSync(folder).find(name => name.startsWith('former.key.retired-')) ?? ''
	assert.equal(read(join(folder, retired)), key)
	assert.equal((await run('retire')).code, 2)
})

test('a key that is prepared is the one that a rotation puts in place', async t => {
	const { current, former, run } = open(t)
	const { code, out } = await run('prepare')
	const next = read(`${current}.new`)
	assert.deepEqual([code, read(current), existsSync(former)], [0, key, false])
	assert.equal(statSync(`${current}.new`).mode & 0o777, 0o600)
	assert.ok(!out.includes(next))
	assert.match(out, /"public_key_hex":"[0-9a-f]{64}"/)
	assert.equal((await run('prepare')).out, out)
	assert.equal((await run('rotate')).code, 0)
	assert.deepEqual([read(current), read(former)], [next, key])
})

test('an interrupted rotation continues where it was', async t => {
	const { current, former, run } = open(t)
	writeFileSync(`${current}.new`, `${'22'.repeat(32)}\n`, { mode: 0o600 })
	renameSync(current, former)
	assert.equal((await run('rotate')).code, 0)
	assert.deepEqual([read(current), read(former)], ['22'.repeat(32), key])
})

test('error: keys that are not in files cannot be rotated', async t => {
	const { current, run } = open(t, { former_service_key: undefined })
	const { code, notes } = await run('rotate')
	assert.equal(code, 2)
	assert.match(notes, /former_service_key/)
	assert.equal(read(current), key)
})
