import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { markers } from '../../../../test/fixtures/limit-order.ts'
import { account, key, settings, usdc, xrd } from '../testing/config-fixture.ts'
import { parseConfig } from './read-config.ts'

const stokenetXrd = 'resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc'

const stokenet = {
	...settings,
	network_id: 2,
	markers: {
		box: 'account_tdx_2_1cypsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcr55jfae',
		order: 'resource_tdx_2_1t5zqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyexr0vj',
		fill: 'resource_tdx_2_1t5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9yn4yyn',
	},
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
			database: {},
			bus: { kind: 'in_process' },
			serviceKey: { curve: 'Ed25519', privateKeyHex: key.private_key_hex },
			markers,
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
				priceBand: Decimal.parse('0.5'),
				surplusMinXrd: Decimal.parse('0.1'),
			},
			prefixPackages: [],
			makersPerOrder: 4,
			priceBookWithdrawAfterMs: 2000,
			ledger: { clockSkewMaxMs: 10_000, expiryMarginMs: 2_000 },
			limits: {
				bodyBytes: 135_168,
				messageBytes: 262_144,
				outgoingBytes: 4_194_304,
				messagesPerSecond: 1000,
				messageBytesPerSecond: 4 * 1024 * 1024,
				priceBookLevelsPerSecond: 50_000,
				requestsPerMinute: 60_000,
				requestsPerMinutePerKey: 60_000,
				connections: 10_000,
				connectionsPerAddress: 512,
				eventStreamsPerAddress: 256,
				solverConnectionsPerAddress: 32,
				replaysPerAddress: 4,
				previewsAtOnce: 2,
				previewsAtOnceMax: 16,
				previewsWaiting: 64,
				prefixPreviewsWaiting: 8,
				prefixPreviewsPerMinute: 60,
				openOrdersPerAccount: 8,
				refusalEntriesPerDay: 5_000,
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
			/bus\.kind: nats is for several nodes on one database, which database\.url names/,
			/bus\.servers\.0: not nats:\/\/host:port or tls:\/\/host:port/,
			/bus\.password: missing/,
		],
		[
			'the kind of embedded database of version 0.1',
			{ ...settings, database: { kind: 'embedded', directory: 'data' } },
			/database\.kind: the embedded database is PostgreSQL: leave this out, and choose a new directory/,
		],
		[
			'a server and a directory',
			{ ...settings, database: { kind: 'postgres', directory: 'data', url: 'postgres://localhost/accord' } },
			/database\.directory: not together with database\.url/,
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
			'a sample beyond the answers considered',
			{ ...settings, breaker: { sample_min: 41, smoothed_over: 10 } },
			/breaker\.sample_min: no more than 40/,
		],
		[
			'a first pause above the longest',
			{ ...settings, breaker: { first_pause_seconds: 31, longest_pause_seconds: 30 } },
			/breaker\.first_pause_seconds: above/,
		],
		[
			'less retention than ended orders are compared for',
			{ ...settings, retention: { orders_days: 1 } },
			/retention\.orders_days: /,
		],
		[
			'a log kept for less than its orders',
			{ ...settings, retention: { orders_days: 30, log_days: 29 } },
			/retention\.log_days: less than orders_days/,
		],
		[
			'less retention than the breaker’s history',
			{ ...settings, retention: { orders_days: 2 }, breaker: { history_seconds: 200_000 } },
			/retention\.orders_days: not more than breaker\.history_seconds/,
		],
		['an order over zero makers', { ...settings, makers_per_order: 0 }, /makers_per_order: /],
		['an order over five makers', { ...settings, makers_per_order: 5 }, /makers_per_order: /],
		['no key', { ...settings, service_key: undefined }, /service_key: missing/],
		['a short key', { ...settings, service_key: { ...key, private_key_hex: '11' } }, /service_key/],
		[
			'no markers',
			{ ...settings, markers: undefined },
			/markers: missing; accord markers create makes them, and prints this section/,
		],
		[
			'markers of the wrong kind',
			{ ...settings, markers: { box: usdc, order: account, fill: xrd } },
			/markers\.box: not an account of network 242/,
			/markers\.order: not a resource of network 242/,
		],
		[
			'one marker for orders and fills, which would bind nothing',
			{ ...settings, markers: { ...markers, fill: markers.order } },
			/markers\.fill: the same as markers\.order/,
		],
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
