import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toConfig } from '../config/config.ts'
import { type Setting, settingList, settingName } from '../config/setting-list.ts'
import { configFile } from '../config/settings-schema.ts'
import { account, settings } from '../testing/config-fixture.ts'
import { differences, fingerprintOf, mayDiffer } from './fingerprint.ts'

// shows decision 65: Nodes with other settings are refused
test('fingerprints differ in the parts that both have, and not in those that only one version knows', () => {
	const one = { network: 'a', fees: 'b' }
	assert.deepEqual(differences(one, { network: 'a', fees: 'c' }), ['fees'])
	assert.deepEqual(differences(one, { network: 'a', fees: 'b', later: 'd' }), [])
	assert.deepEqual(differences({ ...one, later: 'd' }, one), [])
})

const keyOf = (digit: string) => ({ curve: 'Ed25519', private_key_hex: digit.repeat(64) })
const component = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'
const complete = {
	...settings,
	service_account: account,
	former_service_key: keyOf('2'),
	next_service_key: keyOf('3'),
	operator: { port: 0, key: 'k'.repeat(32) },
	bus: { kind: 'nats', servers: ['nats://a:4222'] },
	database: { url: 'postgres://a/accord' },
	settlement: { prices: { XRD: '0.05', xUSDC: '1' } },
	levels: [
		{ taker_fee: '0.001', maker_fee: '0' },
		{ taker_fee: '0.0005', maker_fee: '0' },
	],
	ledger: { second_gateway_url: 'http://127.0.0.1:1' },
	page: { embed_origins: ['https://a.example'] },
	instamint: { component, operator_key: keyOf('4'), payback_key: keyOf('5') },
	makers: [{ name: 'Alpha', maker_id: 'alpha', accounts: [account], api_key: 'play-key-of-alpha' }],
	account_levels: [{ address: account, level: 0 }],
}
const otherAccount = 'account_sim128mh2ae96e8mdmrjhwufulhzfhx60zr2u3c4qghdcm4ve9glfkna6p'
const otherResource = 'resource_sim1thvwu8dh6lk4y9mntemkvj25wllq8adq42skzufp4m8wxxuemugnez'

/** Another value of each setting that is neither a number, a decimal nor an enumeration, by its name. */
const others: Readonly<Record<string, unknown>> = {
	gateway_url: 'http://127.0.0.1:2',
	host: '127.0.0.2',
	trusted_proxies: ['10.0.0.0/8'],
	log_level: 'debug',
	'operator.host': '127.0.0.2',
	'operator.key': 'l'.repeat(32),
	'database.url': 'postgres://b/accord',
	'bus.servers': ['nats://b:4222'],
	'bus.user': 'b',
	'bus.password': 'b',
	'bus.token': 'b',
	'service_key.private_key_hex': '6'.repeat(64),
	'next_service_key.private_key_hex': '6'.repeat(64),
	'former_service_key.private_key_hex': '6'.repeat(64),
	'instamint.operator_key.private_key_hex': '6'.repeat(64),
	'instamint.payback_key.private_key_hex': '6'.repeat(64),
	service_account: otherAccount,
	'markers.box': otherAccount,
	'markers.order': otherResource,
	'markers.fill': otherResource,
	'tokens.*.symbol': 'xEUR',
	'tokens.*.resource_address': otherResource,
	'tokens.*.name': 'Euro',
	'tokens.*.icon_url': 'https://b.example',
	'pairs.*.base': 'xUSDC',
	'pairs.*.quote': 'XRD',
	'prefix.packages': [otherResource.replace('resource', 'package')],
	'settlement.prices': { XRD: '0.06', xUSDC: '1' },
	'ledger.second_gateway_url': undefined,
	'page.gateway_url': 'http://127.0.0.1:3',
	'page.dapp_definition_address': otherAccount,
	'page.embed_origins': ['https://b.example'],
	'instamint.component': otherResource,
	'makers.*.name': 'Beta',
	'makers.*.maker_id': 'beta',
	'makers.*.accounts': [otherAccount],
	'makers.*.api_key': 'play-key-of-beta',
	'account_levels.*.address': otherAccount,
	routes: ['xUSDC'],
}

/** Settings that name a file, or cannot change alone: what they stand for is tested under its own name. */
const isSkipped = (name: string) =>
	/(\.|_)file$/.test(name) || ['database.kind', 'database.directory', 'bus.kind'].includes(name)

type Fields = Record<string, unknown>

/** The complete settings with another value of one. */
function withOther(setting: Setting): Fields {
	const file: Fields = structuredClone(complete)
	const last = setting.path.at(-1) ?? ''
	const holder = setting.path.slice(0, -1).reduce((at: Fields, name) => {
		if (name !== '*') at[name] ??= {}
		return (name === '*' ? at[0] : at[name]) as Fields
	}, file)
	const name = settingName(setting)
	holder[last] = name in others ? others[name] : otherOf(holder[last] ?? setting.default, setting)
	return file
}

function otherOf(value: unknown, { type, ...setting }: Setting): unknown {
	if (Array.isArray(value)) return value.slice(0, -1)
	if (typeof value === 'number') return / to /.test(type) && value > 0 ? value - 1 : value + 1
	if (type === 'decimal') return `${value}${String(value).includes('.') ? '' : '.'}1`
	const choice = type
		.split(' or ')
		.map(one => one.replaceAll('"', ''))
		.find(one => one !== value)
	return type.startsWith('"')
		? choice
		: assert.fail(`name another value of ${settingName({ path: setting.path })} in the test`)
}

const fingerprint = (file: Fields) => fingerprintOf(toConfig(configFile.parse(file)))

for (const setting of settingList()) {
	const name = settingName(setting)
	if (isSkipped(name)) continue
	const isFree = setting.path.some((_, at) => mayDiffer.has(setting.path.slice(0, at + 1).join('.')))
	// shows decision 65: Every setting on which nodes must agree is in their fingerprint
	test(`nodes ${isFree ? 'may differ' : 'must agree'} in ${name}`, () => {
		const found = differences(fingerprint(complete), fingerprint(withOther(setting)))
		assert.equal(found.length, isFree ? 0 : 1, found.join(', '))
	})
}

test('an absent setting differs from a present one, and a fingerprint says nothing secret', () => {
	const { instamint, former_service_key, service_account, ...without } = complete
	assert.deepEqual(differences(fingerprint(complete), fingerprint(without)).toSorted(), [
		'former_service_key',
		'instamint.component',
		'instamint.payback_key',
		'service_account',
	])
	const text = JSON.stringify(fingerprint(complete))
	for (const digit of ['11', '22', '44', '55']) assert.ok(!text.includes(digit.repeat(8)))
})

// shows decision 65: A setting on which nodes may differ is listed; in all others they must agree
test('every setting that may differ exists', () => {
	const names = settingList().flatMap(({ path }) => path.map((_, at) => path.slice(0, at + 1).join('.')))
	assert.deepEqual(
		[...mayDiffer].filter(name => !names.includes(name)),
		[],
	)
})
