import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { accountAddress, derivePrivateKey, keyPairFromPrivateKey, playSeed } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { parseConfig, readConfig } from './read-config.ts'

const key = { curve: 'Ed25519', private_key_hex: '11'.repeat(32) } as const
const account = accountAddress(keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: key.private_key_hex }), 242)
const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
const usdc = 'resource_sim1t5qszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpfmhap8'
const stokenetXrd = 'resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc'

const settings = {
	network_id: 242,
	gateway_url: 'http://127.0.0.1:8481',
	database: { kind: 'pglite' },
	service_key: key,
	tokens: [
		{ symbol: 'XRD', resource_address: xrd, divisibility: 18 },
		{
			symbol: 'xUSDC',
			resource_address: usdc,
			divisibility: 6,
			name: 'Dollars',
			icon_url: 'https://icons.example/usdc',
		},
	],
	pairs: [{ base: 'XRD', quote: 'xUSDC' }],
}

const stokenet = {
	...settings,
	network_id: 2,
	tokens: [{ symbol: 'XRD', resource_address: stokenetXrd, divisibility: 18 }],
	pairs: [],
}

describe('parseConfig', () => {
	test('fills in the defaults of the local network', () => {
		const level = (takerFee: string) => ({ takerFee: Decimal.parse(takerFee), makerFee: Decimal.zero })
		assert.deepEqual(parseConfig(settings), {
			networkId: 242,
			gatewayUrl: 'http://127.0.0.1:8481',
			host: '127.0.0.1',
			port: 8480,
			trustedProxies: [],
			logLevel: 'info',
			database: { kind: 'pglite' },
			bus: { kind: 'in_process' },
			serviceKey: { curve: 'Ed25519', privateKeyHex: key.private_key_hex },
			tokens: [
				{ symbol: 'XRD', resourceAddress: xrd, divisibility: 18, name: 'XRD', iconUrl: '' },
				{
					symbol: 'xUSDC',
					resourceAddress: usdc,
					divisibility: 6,
					name: 'Dollars',
					iconUrl: 'https://icons.example/usdc',
				},
			],
			pairs: [{ base: 'XRD', quote: 'xUSDC' }],
			levels: [level('0.001'), level('0.0005'), level('0.0002')],
			settlement: {
				prices: { XRD: Decimal.parse('0.05'), xUSDC: Decimal.one },
				executionAmountXrd: Decimal.parse('5'),
				solverAmountXrd: Decimal.parse('0.25'),
			},
			makersPerOrder: 4,
			priceBookWithdrawAfterMs: 2000,
			ledger: { clockSkewMaxMs: 10_000, expiryMarginMs: 2_000 },
			limits: {
				bodyBytes: 135_168,
				messageBytes: 262_144,
				outgoingBytes: 4_194_304,
				messagesPerSecond: 1000,
				requestsPerMinute: 60_000,
				requestsPerMinutePerKey: 60_000,
				connections: 10_000,
				connectionsPerAddress: 512,
				eventStreamsPerAddress: 256,
				solverConnectionsPerAddress: 32,
				replaysPerAddress: 4,
				previewsAtOnce: 2,
				previewsWaiting: 64,
				prefixPreviewsWaiting: 8,
				prefixPreviewsPerMinute: 60,
				openOrdersPerAccount: 8,
				diskFreeBytes: 268_435_456,
				exposurePerMakerXrd: Decimal.parse('200000000'),
			},
			retention: { ordersMs: 30 * 86_400_000, logMs: 365 * 86_400_000 },
			breaker: {
				pausesAt: Decimal.parse('0.8'),
				sampleMin: 40,
				smoothedOver: 50,
				rejectWeight: Decimal.parse('0.5'),
				historyMs: 86_400_000,
				firstPauseMs: 10_000,
				longestPauseMs: 3_600_000,
				forgetsAfterMs: 3_600_000,
			},
			page: {},
			makers: [],
			accountLevels: [],
		})
	})

	test('takes the settings of the file', () => {
		const config = parseConfig({
			...settings,
			levels: [{ taker_fee: '0.01', maker_fee: '0.0005' }],
			settlement: { prices: { XRD: '1', xUSDC: '25' }, solver_amount_xrd: '1' },
			limits: { previews_waiting: 3 },
			makers: [{ name: 'anna', maker_id: 'a', accounts: [account], api_key: 'play' }],
			account_levels: [{ address: account, level: 0 }],
			service_account: account,
			page: { gateway_url: 'https://gateway.example', dapp_definition_address: account },
		})
		assert.deepEqual(config.levels, [{ takerFee: Decimal.parse('0.01'), makerFee: Decimal.parse('0.0005') }])
		assert.equal(config.settlement.prices.xUSDC, Decimal.parse('25'))
		assert.equal(config.limits.previewsWaiting, 3)
		assert.deepEqual(config.makers, [{ name: 'anna', makerId: 'a', accounts: [account], apiKey: 'play' }])
		assert.equal(config.serviceAccount, account)
		assert.deepEqual(config.page, { gatewayUrl: 'https://gateway.example', dappDefinitionAddress: account })
	})

	const playKey = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	const refused: [title: string, settings: unknown, ...names: RegExp[]][] = [
		['nothing at all', {}, /network_id: /, /gateway_url: /, /database: /, /tokens: /, /pairs: /],
		[
			'an unknown setting',
			{ ...settings, prot: 1, limits: { bytes: 1 } },
			/prot: unknown setting/,
			/limits\.bytes: unknown setting/,
		],
		[
			'NATS for an embedded database, which serves one process',
			{ ...settings, bus: { kind: 'nats', servers: ['http://bus', 'nats://bus:4222'], user: 'accord' } },
			/bus\.kind: nats is for several nodes on one PostgreSQL database; PGlite serves one process/,
			/bus\.servers\.0: not nats:\/\/host:port or tls:\/\/host:port/,
			/bus\.password: missing/,
		],
		[
			'a wrong type deep down',
			{ ...settings, tokens: [{ ...settings.tokens[0], divisibility: 19 }] },
			/tokens\.0\.divisibility: /,
		],
		['a number as a price', { ...settings, settlement: { prices: { XRD: 1 } } }, /settlement\.prices\.XRD: /],
		[
			'no exposure',
			{ ...settings, limits: { exposure_per_maker_xrd: '0' } },
			/limits\.exposure_per_maker_xrd: not positive/,
		],
		[
			'a page without a real account',
			{ ...settings, page: { dapp_definition_address: xrd } },
			/page\.dapp_definition_address: not an account/,
		],
		['a pause at no miss', { ...settings, breaker: { pauses_at: '0' } }, /breaker\.pauses_at: not positive/],
		['more than a miss', { ...settings, breaker: { reject_weight: '1.1' } }, /breaker\.reject_weight: not a fraction/],
		[
			'a sample beyond what is looked at',
			{ ...settings, breaker: { sample_min: 41, smoothed_over: 10 } },
			/breaker\.sample_min: no more than 40/,
		],
		[
			'a first pause above the longest',
			{ ...settings, breaker: { first_pause_seconds: 31, longest_pause_seconds: 30 } },
			/breaker\.first_pause_seconds: above/,
		],
		[
			'less retention than what ended is compared for',
			{ ...settings, retention: { orders_days: 1 } },
			/retention\.orders_days: /,
		],
		[
			'a log that is kept for less than its orders',
			{ ...settings, retention: { orders_days: 30, log_days: 29 } },
			/retention\.log_days: less than orders_days/,
		],
		[
			'less retention than the breaker looks back',
			{ ...settings, retention: { orders_days: 2 }, breaker: { history_seconds: 200_000 } },
			/retention\.orders_days: not more than breaker\.history_seconds/,
		],
		['an order over no maker', { ...settings, makers_per_order: 0 }, /makers_per_order: /],
		['an order over five makers', { ...settings, makers_per_order: 5 }, /makers_per_order: /],
		['no key', { ...settings, service_key: undefined }, /service_key: missing/],
		['a short key', { ...settings, service_key: { ...key, private_key_hex: '11' } }, /service_key/],
		['a token twice', { ...settings, tokens: [settings.tokens[0], settings.tokens[0]] }, /tokens: XRD is listed twice/],
		[
			'a token of another network',
			{ ...settings, network_id: 2 },
			/tokens\.0\.resource_address: not a resource of network 2/,
		],
		[
			'an account as a token',
			{ ...settings, tokens: [{ ...settings.tokens[0], resource_address: account }] },
			/tokens\.0\.resource_address/,
		],
		[
			'a pair and its inverse',
			{ ...settings, pairs: [...settings.pairs, { base: 'xUSDC', quote: 'XRD' }] },
			/pairs: XRD\/xUSDC is listed twice/,
		],
		[
			'a pair of an unknown token',
			{ ...settings, pairs: [{ base: 'XRD', quote: 'DOGE' }] },
			/pairs\.0: DOGE is not among the tokens/,
		],
		['a token against itself', { ...settings, pairs: [{ base: 'XRD', quote: 'XRD' }] }, /pairs\.0: XRD\/XRD/],
		[
			'a fee of 100 %',
			{ ...settings, levels: [{ taker_fee: '1', maker_fee: '-0.1' }] },
			/levels\.0\.taker_fee/,
			/levels\.0\.maker_fee/,
		],
		[
			'a level without fees',
			{ ...settings, account_levels: [{ address: account, level: 3 }] },
			/account_levels\.0\.level: there is no level 3/,
		],
		[
			'a maker without a real account',
			{ ...settings, makers: [{ name: 'a', accounts: [xrd] }] },
			/makers\.0\.accounts\.0: not an account/,
		],
		['no prices off the local network', stokenet, /settlement\.prices\.XRD: missing/, /levels: missing/],
		['an operator API without a key', { ...settings, operator: { port: 8490 } }, /operator\.key: missing/],
		['a key that a header cannot carry', { ...settings, operator: { key: 'é'.repeat(32) } }, /operator\.key: contains/],
		['an operator API with a short key', { ...settings, operator: { key: 'secret' } }, /operator\.key: shorter/],
		[
			'an operator API on the port of the others',
			{ ...settings, operator: { port: 8480, key: '5'.repeat(32) } },
			/operator\.port: the same/,
		],
		['a proxy by host name', { ...settings, trusted_proxies: ['proxy.example'] }, /trusted_proxies\.0: 'proxy/],
		[
			'a play key off the local network',
			{ ...stokenet, service_key: { curve: playKey.curve, private_key_hex: playKey.privateKeyHex } },
			/service_key: a public play key/,
		],
		[
			'a given API key off the local network',
			{ ...stokenet, makers: [{ name: 'a', accounts: [], api_key: 'k' }] },
			/makers\.0\.api_key/,
		],
	]
	for (const [title, wrong, ...names] of refused) {
		test(`error: ${title}`, () => {
			for (const name of names) assert.throws(() => parseConfig(wrong), name)
		})
	}
})

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
				database: { kind: 'postgres', url: 'postgres://localhost/accord' },
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
			database: { kind: 'pglite', directory: '/var/lib/accord' },
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
			const database = { kind: 'postgres', url, password_file: 'database.password' }
			const file = write('database.json', { ...settings, database }, 0o600)
			return (await readConfig(env, { file })).database
		}
		const kind = 'postgres'
		const tcp = { kind, url: 'postgres://accord:p%40ss%2Fword%25@127.0.0.1/accord' }
		assert.deepEqual(await urlOf('postgres://accord@127.0.0.1/accord'), tcp)
		const socket = { kind, url: 'postgres:///accord?host=%2Ftmp&user=accord&password=p%40ss%2Fword%25' }
		assert.deepEqual(await urlOf('postgres:///accord?host=%2Ftmp&user=accord'), socket)
		const own = 'postgres://accord:own@127.0.0.1/accord'
		assert.deepEqual(await urlOf(own), { kind, url: own })
		const env = { ACCORD_DATABASE_PASSWORD_FILE: write('other.password', 'other', 0o600) }
		assert.deepEqual(await urlOf('postgres://accord@127.0.0.1/accord', env), {
			kind,
			url: 'postgres://accord:other@127.0.0.1/accord',
		})
		assert.deepEqual(await urlOf(own, { ACCORD_DATABASE_URL: 'postgres://b@127.0.0.1/b' }), {
			kind,
			url: 'postgres://b@127.0.0.1/b',
		})
	})

	test('error: a password file that other users can read, is empty or not there', async () => {
		const open = write('open.password', 'secret', 0o644)
		const empty = write('empty.password', '', 0o600)
		const cases = [
			[open, /chmod 600/],
			[empty, /is empty/],
			['nowhere.password', /database\.password_file: .* cannot be read/],
		] as const
		for (const [password_file, refusal] of cases) {
			const database = { kind: 'postgres', url: 'postgres://accord@127.0.0.1/accord', password_file }
			await assert.rejects(readConfig({}, { file: write('db.json', { ...settings, database }, 0o600) }), refusal)
		}
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
			const open = write('open-database.json', { ...named, database: { kind: 'postgres', url } }, 0o644)
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
