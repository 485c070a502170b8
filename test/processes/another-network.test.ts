import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startReferenceMaker, startReferenceSolver } from '@accord/bots'
import {
	accountAddress,
	derivePrivateKey,
	keyPairFromPrivateKey,
	type RunningLocalLedger,
	signatureAccessRule,
	startLocalLedger,
} from '@accord/ledger'
import { Decimal, SignerTerms } from '@accord/protocol'
import { CommandLine } from '../network/command-line.ts'
import { TestClock } from '../network/test-clock.ts'
import { fund } from '../network/test-network.ts'
import { until } from '../network/until.ts'

// A rehearsal for stokenet: the local ledger under stokenet's id, the service by `accord serve`, its maker by the
// operator's commands, and private keys. Only the Gateway's socket differs.

const networkId = 2
const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
const plenty = { XRD: '100000', xUSDC: '100000', xUSDT: '100000', xwBTC: '10', xETH: '100' }
const clock = new TestClock()
const folder = mkdtempSync(join(tmpdir(), 'accord-elsewhere-'))
const closing = new AsyncDisposableStack()
after(async () => {
	await closing.disposeAsync()
	rmSync(folder, { recursive: true, force: true })
})

function participant(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: 'keys of stokenet', name, curve: 'Ed25519' })
	const keyPair = keyPairFromPrivateKey({ curve, privateKeyHex })
	return { name, keyPair, privateKeyHex, account: accountAddress(keyPair, networkId) }
}

function writePrivate(name: string, content: string): string {
	const path = join(folder, name)
	writeFileSync(path, content, { mode: 0o600 })
	return path
}

function writeConfig(ledger: RunningLocalLedger, own: { readonly markers?: unknown } = {}): string {
	writePrivate('service.key', participant('service').privateKeyHex)
	writePrivate('operator.key', 'f'.repeat(64))
	const settings = {
		gateway_url: ledger.url,
		port: 0,
		operator: { port: 0, key_file: 'operator.key' },
		database: {},
		service_key: { file: 'service.key' },
		tokens: ledger.tokens.map(({ symbol, resourceAddress, divisibility }) => {
			return { symbol, resource_address: resourceAddress, divisibility }
		}),
		pairs: [{ base: 'XRD', quote: 'xUSDC' }],
		levels: [{ taker_fee: '0.001', maker_fee: '0' }],
		settlement: { prices },
		...own,
	}
	return writePrivate('service.jsonc', `// stokenet, rehearsed\n${JSON.stringify(settings)}`)
}

/** What those who sign know for themselves, before they ask the service anything. */
function signerTerms({ tokens }: RunningLocalLedger): SignerTerms {
	return {
		networkId,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility }) => ({ symbol, resourceAddress, divisibility })),
		verifyParentAccessRuleSborHex: signatureAccessRule(participant('service').keyPair, networkId).sborHex,
		settlementFeeMax: { XRD: Decimal.fromInteger(10), xUSDC: Decimal.parse('0.5') },
	}
}

/** What `accord trade` reads of a network. */
function writeNetworkFile(ledger: RunningLocalLedger, serviceUrl: string): string {
	const { name, account: address, privateKeyHex } = participant('user')
	const socketUrl = serviceUrl.replace(/^http/, 'ws')
	const file = {
		...{ network: 'stokenet', network_id: networkId, pid: process.pid, started_at_ms: 0 },
		...{ base_url: serviceUrl, flash_url: `${socketUrl}/flash`, solver_url: socketUrl, gateway_url: ledger.url },
		signer_terms: SignerTerms.format(signerTerms(ledger)),
		tokens: ledger.tokens.map(({ symbol, resourceAddress, divisibility }) => {
			return { symbol, resource_address: resourceAddress, divisibility }
		}),
		users: [{ name, address, curve: 'Ed25519', private_key_hex: privateKeyHex }],
		makers: [],
		solvers: [],
	}
	return writePrivate('network.json', JSON.stringify(file))
}

async function startBots(ledger: RunningLocalLedger, { serviceUrl, apiKey }: { serviceUrl: string; apiKey: string }) {
	const socketUrl = serviceUrl.replace(/^http/, 'ws')
	const log = { info: () => undefined, warn: () => undefined }
	const shared = { gatewayUrl: ledger.url, networkId, clock, log }
	const solver = await startReferenceSolver({ ...shared, ...participant('solver'), solverUrl: socketUrl })
	closing.defer(() => solver.stop())
	const maker = await startReferenceMaker({
		...shared,
		...participant('maker'),
		signerTerms: signerTerms(ledger),
		...{ flashUrl: `${socketUrl}/flash`, baseUrl: serviceUrl, apiKey, depth: 3, seed: 1 },
		midPrices: new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)])),
		spread: Decimal.parse('0.002'),
	})
	closing.defer(() => maker.stop())
}

// shows operation: Another network: its id, its keys, its Gateway, and a trade under it
test('a trade settles under another network’s id, with keys and a maker that the operator made', async () => {
	const ledger = await startLocalLedger({ clock, networkId })
	closing.defer(() => ledger.stop())
	for (const name of ['service', 'maker', 'solver', 'user']) await fund(ledger, participant(name).account, plenty)

	const commands = new CommandLine({ ACCORD_OPERATOR_KEY_FILE: join(folder, 'operator.key') })
	closing.defer(() => commands.dispose())
	const created = await commands.ask('markers', 'create', writeConfig(ledger), '--network', 'stokenet', '--json')
	const config = writeConfig(ledger, { markers: JSON.parse(created.output).markers })
	const service = commands.run(['serve', '--network', 'stokenet', '--config', config])
	await service.printed('the service is ready')
	const { url, operator } = /"url":"(?<url>[^"]+)","operator":"(?<operator>[^"]+)"/.exec(service.output)?.groups ?? {}
	assert.ok(url !== undefined && operator !== undefined, service.output)

	const ask = (...args: string[]) => commands.ask(...args, '--operator', operator)
	const { account } = participant('maker')
	assert.match((await ask('maker', 'create', 'Delta', '--account', account)).output, /Delta/)
	const keyFile = join(folder, 'maker.key')
	assert.equal((await ask('keys', 'issue', 'Delta', '--out', keyFile)).code, 0)
	await startBots(ledger, { serviceUrl: url, apiKey: readFileSync(keyFile, 'utf8').trim() })
	await until('the book has offers', async () => !(await ask('status')).output.includes('none'))

	const trade = await commands.ask(
		...['trade', '--network', writeNetworkFile(ledger, url), '--sell', '100 XRD', '--buy', 'xUSDC'],
	)
	assert.equal(trade.code, 0, trade.output)
	assert.match(trade.output, /settled +on the ledger in txid_tdx_2_1/)
	const orders = await ask('orders', 'list', '--long')
	assert.match(orders.output, /^subtxid_tdx_2_1\w+ +settled /m)
	const doctor = await ask('doctor')
	assert.match(doctor.output, /^ok +keys +the service signs with its own key/m)
	assert.match(doctor.output, /^ok +network /m)

	await closing.disposeAsync()
})
