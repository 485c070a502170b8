import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeNetworkFile } from '../network/network-file.ts'
import { networkFile, playAccounts } from '../network/play-accounts.ts'
import { findOperator, readOperatorKey } from './operator-endpoint.ts'

const folder = mkdtempSync(join(tmpdir(), 'accord-operator-'))
after(() => rmSync(folder, { recursive: true }))
const local = networkFile({
	port: 8480,
	gatewayPort: 8481,
	operatorPort: 8482,
	startedAtMs: 0,
	tokens: [],
	instamint: { component: 'component_sim1x', badge: 'resource_sim1x', customers: [] },
	accounts: playAccounts(1),
})
writeNetworkFile(join(folder, 'network.json'), local)
const localKey = join(folder, 'operator.key')
writeFileSync(localKey, 'of the local network\n', { mode: 0o600 })
const url = 'https://operator.example'

test('the default is the local network’s, with the key stored next to its file', () => {
	const endpoint = findOperator({ data: folder }, { ACCORD_OPERATOR_KEY: 'of another service' })
	assert.deepEqual(endpoint, { url: 'http://127.0.0.1:8482', keyFile: localKey })
	assert.deepEqual(findOperator({}, { ACCORD_DATA: folder }), endpoint)
	assert.equal(readOperatorKey(endpoint, {}), 'of the local network')
})

test('a service is named by option or environment, and its key by file or environment', () => {
	assert.deepEqual(findOperator({ operator: `${url}/`, keyFile: '/k' }, {}), { url, keyFile: '/k' })
	const env = { ACCORD_OPERATOR_URL: url, ACCORD_OPERATOR_KEY: 'secret' }
	assert.deepEqual(findOperator({ data: folder }, env), { url })
	assert.equal(readOperatorKey({ url }, env), 'secret')
	assert.deepEqual(findOperator({ keyFile: '/k' }, env), { url, keyFile: '/k' })
	assert.deepEqual(findOperator({}, { ACCORD_OPERATOR_URL: url, ACCORD_OPERATOR_KEY_FILE: '/k' }), {
		url,
		keyFile: '/k',
	})
})

// shows command: Keys are sent and written only where they belong
test('error: the local network’s key is not used for a named service', () => {
	assert.throws(() => findOperator({ operator: url, data: folder }, {}), { name: 'UsageError', message: /no key for/ })
})

test('error: neither a local network nor a named service', () => {
	assert.throws(() => findOperator({ data: '/nowhere' }, {}), { name: 'UsageError', message: /npm start/ })
})

test('error: an invalid URL', () => {
	for (const operator of ['here', 'ftp://operator.example'])
		assert.throws(() => findOperator({ operator, keyFile: '/k' }, {}), {
			name: 'UsageError',
			message: /--operator must be/,
		})
})

// shows command: Keys are sent and written only where they belong
test('error: a key file that other users can read, or that does not exist', () => {
	const keyFile = join(folder, 'open.key')
	writeFileSync(keyFile, 'secret')
	chmodSync(keyFile, 0o440)
	assert.equal(readOperatorKey({ url, keyFile }, {}), 'secret')
	chmodSync(keyFile, 0o640)
	assert.throws(() => readOperatorKey({ url, keyFile }, {}), { name: 'UsageError', message: /chmod 600/ })
	assert.throws(() => readOperatorKey({ url, keyFile: '/nowhere' }, {}), {
		name: 'UsageError',
		message: /cannot be read/,
	})
})
