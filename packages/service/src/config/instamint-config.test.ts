import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { markers } from '../../../../test/fixtures/limit-order.ts'
import { parseConfig, readConfig } from './read-config.ts'

const component = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'
const resource = 'resource_sim1t5qszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpfmhap8'
const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'

const settings = {
	network_id: 242,
	gateway_url: 'http://127.0.0.1:8481',
	database: {},
	service_key: { curve: 'Ed25519', private_key_hex: '11'.repeat(32) },
	markers,
	tokens: [{ symbol: 'XRD', resource_address: xrd, divisibility: 18 }],
	pairs: [],
}
const operatorKey = { curve: 'Secp256k1', private_key_hex: '22'.repeat(32) }
const paybackKey = { curve: 'Ed25519', private_key_hex: '33'.repeat(32) }

describe('the section instamint', () => {
	test('is absent, or names the component and its keys', () => {
		assert.equal(parseConfig(settings).instamint, undefined)
		assert.deepEqual(parseConfig({ ...settings, instamint: { component } }).instamint, { component })
		const instamint = { component, operator_key: operatorKey, payback_key: paybackKey }
		assert.deepEqual(parseConfig({ ...settings, instamint }).instamint, {
			component,
			operatorKey: { curve: 'Secp256k1', privateKeyHex: '22'.repeat(32) },
			paybackKey: { curve: 'Ed25519', privateKeyHex: '33'.repeat(32) },
		})
	})

	const refused: [title: string, instamint: unknown, message: RegExp][] = [
		['no component', { operator_key: operatorKey }, /instamint\.component: /],
		['a resource as the component', { component: resource }, /instamint\.component: not a component of network 242/],
		['a short key', { component, operator_key: { private_key_hex: '22' } }, /instamint\.operator_key/],
		['a key without its hex', { component, operator_key: {} }, /instamint\.operator_key: missing/],
		[
			'one key for both',
			{ component, operator_key: operatorKey, payback_key: operatorKey },
			/instamint\.payback_key: the same as operator_key/,
		],
		['an unknown setting', { component, opertor_key: operatorKey }, /instamint\.opertor_key: unknown setting/],
	]
	for (const [title, instamint, message] of refused) {
		test(`error: ${title}`, () => assert.throws(() => parseConfig({ ...settings, instamint }), message))
	}

	// shows decision 33: Play keys are refused on other networks
	test('error: its play keys are refused on every other network', () => {
		const keyOf = (name: string) => {
			const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
			return { curve, private_key_hex: privateKeyHex }
		}
		const keys = { operator_key: keyOf('instamint-operator'), payback_key: keyOf('instamint-payback') }
		assert.ok(parseConfig({ ...settings, instamint: { component, ...keys } }).instamint)
		const elsewhere = () => parseConfig({ ...settings, network_id: 2, instamint: { component, ...keys } })
		for (const name of ['operator_key', 'payback_key'])
			assert.throws(elsewhere, new RegExp(`instamint\\.${name}: a public play key`))
	})
})

describe('its keys', () => {
	const folder = mkdtempSync(join(tmpdir(), 'accord-instamint-config-'))
	after(() => rmSync(folder, { recursive: true }))
	const write = (name: string, content: unknown, mode: number): string => {
		const path = join(folder, name)
		writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode })
		return path
	}
	const { service_key: _, ...others } = settings
	const env = { ACCORD_SERVICE_KEY: '11'.repeat(32) }

	test('are read from files beside the configuration, which the environment overrides', async () => {
		write('operator.key', `${'22'.repeat(32)}\n`, 0o600)
		const instamint = { component, operator_key: { file: 'operator.key' }, payback_key: { curve: 'Ed25519' } }
		const file = write('keys.json', { ...others, instamint }, 0o644)
		const payback = write('payback.key', '33'.repeat(32), 0o600)
		const given = { ...env, ACCORD_INSTAMINT_PAYBACK_KEY_FILE: payback }
		const keys = (await readConfig(given, { file })).instamint
		assert.deepEqual(
			[keys?.operatorKey?.privateKeyHex, keys?.paybackKey?.privateKeyHex],
			['22'.repeat(32), '33'.repeat(32)],
		)
		const other = { ...given, ACCORD_INSTAMINT_OPERATOR_KEY_PRIVATE_KEY_HEX: '44'.repeat(32) }
		assert.equal((await readConfig(other, { file })).instamint?.operatorKey?.privateKeyHex, '44'.repeat(32))
	})

	test('error: a file that is missing, or that other users can read, wherever the key is', async () => {
		const missing = { component, operator_key: { file: 'nowhere.key' } }
		const named = write('missing.json', { ...others, instamint: missing }, 0o600)
		await assert.rejects(readConfig(env, { file: named }), /instamint\.operator_key: .* cannot be read/)
		write('open.key', '22'.repeat(32), 0o644)
		const open = write('open.json', { ...others, instamint: { component, payback_key: { file: 'open.key' } } }, 0o600)
		await assert.rejects(readConfig(env, { file: open }), /chmod 600/)
		const inline = write('inline.json', { ...others, instamint: { component, operator_key: operatorKey } }, 0o644)
		await assert.rejects(readConfig(env, { file: inline }), /chmod 600/)
	})

	test('a refusal does not show them', () => {
		const instamint = { component, operator_key: operatorKey, payback_key: paybackKey, typo: 1 }
		assert.throws(
			() => parseConfig({ ...settings, instamint }),
			error => !/2222|3333/.test(inspect(error, { depth: 9 })),
		)
	})
})
