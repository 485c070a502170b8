import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { account, settings } from '../testing/config-fixture.ts'
import { parseConfig, readConfig } from './read-config.ts'

describe('readConfig', () => {
	const folder = mkdtempSync(join(tmpdir(), 'accord-config-'))
	after(() => rmSync(folder, { recursive: true }))
	const write = (name: string, content: unknown, mode: number): string => {
		const path = join(folder, name)
		writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode })
		return path
	}

	test('the environment overrides the file', async () => {
		const path = write('whole.json', settings, 0o600)
		assert.deepEqual(await readConfig({ ACCORD_CONFIG: path }), parseConfig(settings))
		const env = {
			ACCORD_CONFIG: path,
			ACCORD_SERVICE_PORT: '9000',
			ACCORD_SERVICE_HOST: '0.0.0.0',
			ACCORD_GATEWAY_URL: 'https://gateway.example',
			ACCORD_DATABASE_URL: 'postgres://localhost/accord',
			ACCORD_SERVICE_KEY: '22'.repeat(32),
		}
		const { port, host, gatewayUrl, database, serviceKey } = await readConfig(env)
		assert.deepEqual(
			{ port, host, gatewayUrl, database, key: serviceKey.privateKeyHex },
			{
				port: 9000,
				host: '0.0.0.0',
				gatewayUrl: 'https://gateway.example',
				database: { url: 'postgres://localhost/accord' },
				key: '22'.repeat(32),
			},
		)
	})

	// shows decision 35: Every setting is described and has a variable, and secrets are not shown
	test('every setting of one value has a variable', async () => {
		const path = write('variables.json', settings, 0o600)
		const keyPath = write('variables.key', '44'.repeat(32), 0o600)
		const config = await readConfig({
			ACCORD_CONFIG: path,
			ACCORD_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
			ACCORD_LIMITS_BODY_BYTES: '1000',
			ACCORD_SETTLEMENT_SOLVER_AMOUNT_XRD: '0.5',
			ACCORD_DATABASE_DIRECTORY: '/var/lib/accord',
			ACCORD_SERVICE_KEY_FILE: keyPath,
		})
		assert.deepEqual(config, {
			...parseConfig(settings),
			trustedProxies: ['10.0.0.0/8', '::1'],
			limits: { ...parseConfig(settings).limits, bodyBytes: 1000 },
			settlement: { ...parseConfig(settings).settlement, solverAmountXrd: Decimal.parse('0.5') },
			database: { directory: '/var/lib/accord' },
			serviceKey: { curve: 'Ed25519', privateKeyHex: '44'.repeat(32) },
		})
	})

	test('error: a variable that is not a number where one is required', async () => {
		const env = { ACCORD_CONFIG: write('number.json', settings, 0o600), ACCORD_LIMITS_BODY_BYTES: 'many' }
		await assert.rejects(readConfig(env), /limits\.body_bytes: /)
	})

	test('the file may contain comments', async () => {
		const { service_key: _, ...others } = settings
		const text = JSON.stringify({ ...others, gateway_url: 'https://gateway.example' }, undefined, 1)
		const path = write('comments.jsonc', `// Ours\n${text.replace('{', '{ /* here\nand there */')}`, 0o600)
		const { gatewayUrl } = await readConfig({ ACCORD_CONFIG: path, ACCORD_SERVICE_KEY: '22'.repeat(32) })
		assert.equal(gatewayUrl, 'https://gateway.example')
	})

	test('a network name sets its id and its Gateway', async () => {
		const { network_id: _, gateway_url: __, ...others } = settings
		const file = write('network.json', others, 0o600)
		const { networkId, gatewayUrl } = await readConfig({}, { file, network: 'simulator' })
		assert.deepEqual({ networkId, gatewayUrl }, { networkId: 242, gatewayUrl: 'http://127.0.0.1:8481' })
		const env = { ACCORD_GATEWAY_URL: 'http://127.0.0.1:9' }
		assert.equal((await readConfig(env, { file, network: 'simulator' })).gatewayUrl, 'http://127.0.0.1:9')
	})

	test('error: an unknown network name, or one that the file contradicts', async () => {
		const file = write('contradiction.json', settings, 0o600)
		await assert.rejects(readConfig({}, { file, network: 'mars' }), /network: unknown network 'mars'/)
		await assert.rejects(
			readConfig({}, { file, network: 'stokenet' }),
			/network_id: 242 is set, but stokenet is network 2/,
		)
	})

	test('reads the key from its own file next to the configuration', async () => {
		write('service.key', `${'33'.repeat(32)}\n`, 0o600)
		const path = write('apart.json', { ...settings, service_key: { curve: 'Secp256k1', file: 'service.key' } }, 0o644)
		const { serviceKey } = await readConfig({ ACCORD_CONFIG: path })
		assert.deepEqual(serviceKey, { curve: 'Secp256k1', privateKeyHex: '33'.repeat(32) })
	})

	test('reads the operator’s key from its own file, which the environment may override', async () => {
		write('operator.key', `${'5'.repeat(64)}\n`, 0o600)
		const file = write('operated.json', { ...settings, operator: { key_file: 'operator.key' } }, 0o600)
		const operator = { host: '127.0.0.1', port: 8490, key: '5'.repeat(64) }
		assert.deepEqual((await readConfig({}, { file })).operator, operator)
		const env = { ACCORD_OPERATOR_KEY: '6'.repeat(64), ACCORD_OPERATOR_PORT: '9490' }
		assert.deepEqual((await readConfig(env, { file })).operator, { ...operator, port: 9490, key: '6'.repeat(64) })
		assert.equal((await readConfig({}, { file: write('plain.json', settings, 0o600) })).operator, undefined)
	})

	test('reads the database’s password from its own file, unless the URL has one', async () => {
		write('database.password', 'p@ss/word%\n', 0o600)
		const urlOf = async (url: string, env: NodeJS.ProcessEnv = {}) => {
			const database = { url, password_file: 'database.password' }
			const file = write('database.json', { ...settings, database }, 0o600)
			return (await readConfig(env, { file })).database
		}
		const tcp = { url: 'postgres://accord:p%40ss%2Fword%25@127.0.0.1/accord' }
		assert.deepEqual(await urlOf('postgres://accord@127.0.0.1/accord'), tcp)
		const socket = { url: 'postgres:///accord?host=%2Ftmp&user=accord&password=p%40ss%2Fword%25' }
		assert.deepEqual(await urlOf('postgres:///accord?host=%2Ftmp&user=accord'), socket)
		const several = 'postgres://accord@a:5432,b:5433/accord'
		assert.deepEqual(await urlOf(several), { url: `${several}?password=p%40ss%2Fword%25` })
		for (const own of ['postgres://accord:own@127.0.0.1/accord', 'postgres://accord:own@a,b/accord'])
			assert.deepEqual(await urlOf(own), { url: own })
		const own = 'postgres://accord:own@127.0.0.1/accord'
		const env = { ACCORD_DATABASE_PASSWORD_FILE: write('other.password', 'other', 0o600) }
		assert.deepEqual(await urlOf('postgres://accord@127.0.0.1/accord', env), {
			url: 'postgres://accord:other@127.0.0.1/accord',
		})
		assert.deepEqual(await urlOf(own, { ACCORD_DATABASE_URL: 'postgres://b@127.0.0.1/b' }), {
			url: 'postgres://b@127.0.0.1/b',
		})
	})

	test('error: a password file that other users can read, or that is empty or missing', async () => {
		const open = write('open.password', 'secret', 0o644)
		const empty = write('empty.password', '', 0o600)
		const cases = [
			[open, /chmod 600/],
			[empty, /is empty/],
			['nowhere.password', /database\.password_file: .* cannot be read/],
		] as const
		for (const [password_file, refusal] of cases) {
			const database = { url: 'postgres://accord@127.0.0.1/accord', password_file }
			await assert.rejects(readConfig({}, { file: write('db.json', { ...settings, database }, 0o600) }), refusal)
		}
	})

	test('a key of mode 0440 is read if its group is the process’s, as in a secret of Kubernetes', async () => {
		const key = write('mounted.key', '33'.repeat(32), 0o440)
		const path = write('mounted.json', { ...settings, service_key: { file: 'mounted.key' } }, 0o440)
		assert.equal((await readConfig({ ACCORD_CONFIG: path })).serviceKey.privateKeyHex, '33'.repeat(32))
		for (const mode of [0o444, 0o460, 0o450]) {
			chmodSync(key, mode)
			await assert.rejects(readConfig({ ACCORD_CONFIG: path }), /chmod 600/, mode.toString(8))
		}
		chmodSync(key, 0o440)
		// Only root can give a file to another group.
		if (process.getuid?.() !== 0) return
		chownSync(key, 0, 54_321)
		await assert.rejects(readConfig({ ACCORD_CONFIG: path }), /chmod 600/)
	})

	test('error: a key that other users can read', async () => {
		await assert.rejects(readConfig({ ACCORD_CONFIG: write('open.json', settings, 0o644) }), /chmod 600/)
		write('open.key', '33'.repeat(32), 0o640)
		const path = write('beside.json', { ...settings, service_key: { file: 'open.key' } }, 0o600)
		await assert.rejects(readConfig({ ACCORD_CONFIG: path }), /chmod 600/)
		const operated = { ...settings, service_key: { file: 'service.key' }, operator: { key: '5'.repeat(64) } }
		await assert.rejects(readConfig({ ACCORD_CONFIG: write('open-operator.json', operated, 0o644) }), /chmod 600/)
		const named = { ...settings, service_key: { file: 'service.key' } }
		const passwords = [
			'postgres://accord:secret@127.0.0.1/accord',
			'postgres://127.0.0.1/accord?user=a&password=secret',
		]
		for (const url of passwords) {
			const open = write('open-database.json', { ...named, database: { url } }, 0o644)
			await assert.rejects(readConfig({ ACCORD_CONFIG: open }), /chmod 600/)
		}
		const makers = [{ name: 'alpha', maker_id: 'alpha', accounts: [account], api_key: 'a-key-of-a-maker' }]
		await assert.rejects(
			readConfig({ ACCORD_CONFIG: write('open-makers.json', { ...named, makers }, 0o644) }),
			/chmod 600/,
		)
	})

	test('error: invalid JSON is reported with the position of each error', async () => {
		const text = '{ // a comment\n\t"port": 8480\n\t"host": "::1" }'
		const path = write('invalid.jsonc', text, 0o600)
		const message = `ACCORD_CONFIG: ${path} is not valid JSON:\n  line 3, column 2: comma expected`
		await assert.rejects(readConfig({ ACCORD_CONFIG: path }), { message })
	})

	test('error: a missing file, an unreadable one, one without an object', async () => {
		await assert.rejects(readConfig({}), /ACCORD_CONFIG: missing/)
		await assert.rejects(readConfig({ ACCORD_CONFIG: join(folder, 'none.json') }), /cannot be read/)
		await assert.rejects(readConfig({ ACCORD_CONFIG: write('list.json', '[]', 0o600) }), /JSON object/)
	})
})
