import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { markers } from '../../../../test/fixtures/limit-order.ts'
import { runCommand } from '../program-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'accord-config-'))
after(() => rmSync(folder, { recursive: true }))
const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
const settings = {
	database: { directory: 'data' },
	service_key: { private_key_hex: '11'.repeat(32) },
	markers,
	tokens: [{ symbol: 'XRD', resource_address: xrd, divisibility: 18 }],
	pairs: [],
	makers: [{ name: 'a', accounts: [], api_key: 'a-secret-key' }],
}

function write(name: string, content: unknown): string {
	const path = join(folder, name)
	writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
	return path
}

test('a valid configuration is reported as valid', async () => {
	const file = write('good.json', settings)
	assert.deepEqual(await runCommand(['config', 'check', file, '--network', 'simulator']), {
		code: 0,
		out: 'valid: network 242, tokens 1, pairs 0',
		notes: '',
	})
	const { out } = await runCommand(['config', 'check', '--network', 'simulator', '--json'], { ACCORD_CONFIG: file })
	assert.deepEqual(JSON.parse(out), { ok: true, network_id: 242, tokens: 1, pairs: 0 })
})

// shows operation: Every error in a configuration is reported before anything starts
test('error: every error in a configuration is reported at once, as invalid usage', async () => {
	const file = write('bad.json', { ...settings, port: 70_000, colour: 'red' })
	const { code, notes } = await runCommand(['config', 'check', file, '--network', 'stokenet'])
	assert.equal(code, 2)
	assert.match(notes, /port: /)
	assert.match(notes, /colour: unknown setting/)
})

// shows decision 35: Every setting is described and has a variable, and secrets are not shown
test('effective settings are shown with their origin and without secrets', async () => {
	const file = write('shown.json', settings)
	const env = {
		ACCORD_SERVICE_PORT: '9000',
		ACCORD_DATABASE_URL: 'postgres://accord:database-secret@db.example/accord',
	}
	const { code, out } = await runCommand(['config', 'show', file, '--network', 'simulator'], env)
	assert.equal(code, 0)
	assert.match(out, /^port +9000 +ACCORD_SERVICE_PORT$/m)
	assert.match(out, /^network_id +242 +--network$/m)
	assert.match(out, /^limits\.body_bytes +135168 +default$/m)
	assert.match(out, /^tokens +1 entry +file$/m)
	assert.match(out, /^database\.url +postgres:\/\/accord:…@db\.example\/accord +ACCORD_DATABASE_URL$/m)
	assert.match(out, /^service_key\.private_key_hex +\(set, not shown\) +file$/m)
	const { out: json } = await runCommand(['config', 'show', file, '--json'], env)
	for (const text of [out, json])
		for (const secret of ['11'.repeat(32), 'database-secret', 'a-secret-key']) assert.ok(!text.includes(secret), text)
})

test('the docs name every setting', async () => {
	const { out } = await runCommand(['config', 'docs'])
	const { settings: listed } = JSON.parse((await runCommand(['config', 'docs', '--json'])).out)
	assert.ok(listed.some(({ variable }: { variable?: string }) => variable === 'ACCORD_SERVICE_KEY_FILE'))
	assert.ok(listed.length > 100)
	// The page says how a variable follows from its setting, and names the others.
	for (const { path, variable } of listed as { path: string[]; variable?: string }[]) {
		const name = path.join('.')
		const isTable = out.includes(`\`${name.replaceAll('.*', '[]')}\` | list of tables`)
		const follows = variable === `ACCORD_${name.toUpperCase().replaceAll('.', '_')}`
		assert.ok(out.includes(`| \`${name.replaceAll('.*', '[]')}\` |`), name)
		assert.ok(
			follows ||
				out.includes(`\`${variable}\` (\`${name}\`)`) ||
				(variable === undefined && (isTable || /\*|prices/.test(name))),
			name,
		)
	}
})
