import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { accountAddress, isPlayKey, keyPairFromPrivateKey } from '@accord/ledger'
import { readNetworkFile, writeNetworkFile } from './network-file.ts'
import { networkFile, playAccounts } from './play-accounts.ts'

const tokens = [{ symbol: 'XRD', resourceAddress: 'resource_sim1xrd', divisibility: 18, name: 'Radix', iconUrl: '' }]
const instamint = {
	component: 'component_sim1x',
	badge: 'resource_sim1x',
	customers: [{ id: 1, name: 'maker-1', account: 'account_sim1x' }],
}
const accounts = playAccounts(4)
const file = networkFile({
	port: 8480,
	gatewayPort: 8481,
	operatorPort: 8482,
	startedAtMs: 1,
	tokens,
	instamint,
	accounts,
})

test('what is written is read back, and only its owner can read it', t => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-file-'))
	t.after(() => rmSync(directory, { recursive: true }))
	const path = join(directory, 'network.json')
	writeFileSync(path, 'older', { mode: 0o644 })
	writeNetworkFile(path, file)
	assert.deepEqual(readNetworkFile(path), file)
	assert.equal(statSync(path).mode & 0o777, 0o600)
	assert.deepEqual(readdirSync(directory), ['network.json'])
})

test('error: a missing network file is reported with what to do', () => {
	assert.throws(() => readNetworkFile('/nowhere/network.json'), /npm start/)
})

test('every second user has a Secp256k1 key, the others Ed25519', () => {
	assert.deepEqual(
		file.users.map(({ name, curve }) => [name, curve]),
		[
			['user-1', 'Ed25519'],
			['user-2', 'Secp256k1'],
			['user-3', 'Ed25519'],
			['user-4', 'Secp256k1'],
		],
	)
})

test('there are bots for maker and solver, and funded accounts of both curves for everyone else', () => {
	assert.deepEqual(
		file.makers.map(({ curve, bot }) => [curve, bot]),
		[
			['Ed25519', true],
			['Ed25519', false],
			['Secp256k1', false],
		],
	)
	assert.deepEqual(
		file.solvers.map(({ bot }) => bot),
		[true, false],
	)
	assert.equal(new Set(file.makers.map(({ apiKey }) => apiKey)).size, 3)
})

test('the keys own the accounts, are the same on every start, and are recognised as play keys', () => {
	for (const { address, curve, privateKeyHex } of [...file.users, ...file.makers, ...file.solvers]) {
		const keyPair = keyPairFromPrivateKey({
			curve,
			privateKeyHex,
		})
		const publicKey = { curve: keyPair.curve, publicKey: keyPair.publicKey }
		assert.equal(accountAddress(publicKey, 242), address)
		assert.ok(isPlayKey(publicKey))
	}
	assert.ok(isPlayKey(accounts.service.keyPair))
	assert.deepEqual(
		playAccounts(4).users.map(({ address }) => address),
		accounts.users.map(({ address }) => address),
	)
})
