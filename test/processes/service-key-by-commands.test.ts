import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { accountAddress, derivePrivateKey, playSeed } from '@accord/ledger'
import { DexClient } from '@accord/sdk'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { readSettings } from '../network/applied-settings.ts'
import { untilShown } from '../network/book-text.ts'
import { CommandLine } from '../network/command-line.ts'
import type { NetworkProcess } from '../network/network-process.ts'
import { askOperator, operatorEnv, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

// Every step of the rotation that docs/operate/run.md has, by its commands, at two nodes with key files of their own.

const sale = { sell: '100 XRD', buy: '4.9 xUSDC' }
const pair = 'XRD/xUSDC'
const readAgain = 'the configuration was read again'

/** A node that reads its configuration and its keys from a folder of its own. */
type FileNode = { readonly folder: string; readonly config: string; network: TestNetwork; process: NetworkProcess }

function writeNode(folder: string, settings: Record<string, unknown>): Pick<FileNode, 'folder' | 'config'> {
	mkdirSync(folder)
	const config = join(folder, 'service.jsonc')
	const keys = {
		service_key: { file: 'service.key' },
		former_service_key: { file: 'service.key.former' },
		next_service_key: { file: 'service.key.new' },
	}
	const { privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	writeFileSync(config, JSON.stringify({ ...settings, ...keys }), { mode: 0o600 })
	writeFileSync(join(folder, 'service.key'), privateKeyHex, { mode: 0o600 })
	return { folder, config }
}

async function serve(commands: CommandLine, config: string, network: TestNetwork) {
	const process = commands.run(['serve', '--config', config])
	await process.printed('the service is ready')
	const [, url = ''] = /"url":"([^"]+)"/.exec(process.output) ?? []
	const [, operatorUrl = ''] = /"operator":"([^"]+)"/.exec(process.output) ?? []
	const socketUrl = url.replace(/^http/, 'ws')
	const service = { url, operatorUrl } as TestNetwork['service']
	const urls = { flashUrl: `${socketUrl}/flash`, solverUrl: socketUrl }
	await untilReady({ url })
	return { process, network: { ...network, ...urls, service, dex: new DexClient({ baseUrl: url }) } }
}

/** `systemctl reload accord` at each node. */
async function reload(nodes: readonly FileNode[]): Promise<void> {
	for (const { process } of nodes) {
		const times = () => process.output.split(readAgain).length
		const before = times()
		process.signal('SIGHUP')
		await until('the configuration to be read again', () => times() > before)
	}
}

async function command({ network }: FileNode, ...words: string[]): Promise<string> {
	const env = operatorEnv(network)
	const { code, out, notes } = await runCommand(words, env)
	assert.equal(code, 0, notes)
	return out
}

/** Applies settings at the first node, as soon as it knows which keys all have, and waits until they count at all. */
async function apply(nodes: readonly FileNode[], settings: string): Promise<void> {
	const [{ folder, network } = assert.fail()] = nodes
	const file = join(folder, 'change.json')
	writeFileSync(file, settings)
	const env = operatorEnv(network)
	let notes = ''
	await until('the settings to be applied', async () => {
		const applied = await runCommand(['settings', 'apply', file], env)
		notes = applied.notes
		return applied.code === 0
	}).catch(() => assert.fail(notes))
	const { version } = await readSettings(network)
	for (const node of nodes)
		await until('the settings to count', async () => (await readSettings(node.network)).in_force === version)
}

type Traders = {
	readonly user: TestNetwork['users'][number] | undefined
	readonly solver: TestSolver
	readonly left: number
}

/** Once a node shows what is left of the book, an order sent to it settles. */
async function trade({ network }: FileNode, { user, solver, left }: Traders): Promise<void> {
	await untilShown(network, { pair, bids: [`0.05 ${left}`] })
	const order = await placeOrder(network, user, sale)
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
}

// shows decision 65: The service's key changes without a restart, and what names the former one is signed
test('the service’s key is changed by the documented commands at two nodes, which trade at every step', {
	skip: without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	const { config: database, drop } = await createTestDatabase()
	opened.defer(drop)
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const folder = mkdtempSync(join(tmpdir(), 'accord-rotation-'))
	opened.defer(() => rmSync(folder, { recursive: true, force: true }))
	const settings = { database, bus: { kind: 'nats', servers: [nats.url] }, ...operatorSetting }
	const start = await startTestNetwork({ users: 5, makers: 1, solvers: 1, settings })
	opened.defer(() => start.stop())
	// It has made the network; the nodes are those that read files.
	await start.service.stop()
	const commands = new CommandLine()
	opened.defer(() => commands.dispose())
	const nodes: FileNode[] = []
	for (const name of ['a', 'b']) {
		const files = writeNode(join(folder, name), start.settings)
		nodes.push({ ...files, ...(await serve(commands, files.config, start)) })
	}
	const [a = assert.fail(), b = assert.fail()] = nodes
	const solver = connectSolver(b.network, start.solvers[0])
	const maker = await connectMaker(b.network, start.makers[0], { books: [{ pair, bids: ['0.05 10000'] }] })
	await trade(a, { user: start.users[0], solver, left: 10000 })

	const prepared = await command(a, 'service-key', 'prepare', a.config)
	const [, change = ''] = /^then apply as settings: (.*)$/m.exec(prepared) ?? []
	copyFileSync(join(a.folder, 'service.key.new'), join(b.folder, 'service.key.new'))
	await reload(nodes)
	assert.match(await command(a, 'markers', 'update', a.config), /belong to the keys in the configuration now/)
	const { service_key: next } = JSON.parse(change)
	const account = accountAddress({ curve: next.curve, publicKey: next.public_key_hex }, testNetworkId)
	await fund(start.ledger, account, { XRD: '100' })
	await apply(nodes, change)
	const formerInfo = start.feeInfo
	const info = await a.network.dex.info()
	assert.equal(info.formerVerifyParentAccessRuleSborHex, formerInfo.verifyParentAccessRuleSborHex)
	await trade(a, { user: start.users[1], solver, left: 9900 })
	for (const { network } of nodes) network.feeInfo = info
	await trade(a, { user: start.users[2], solver, left: 9800 })

	for (const { config } of nodes) await command(a, 'service-key', 'rotate', config)
	await reload(nodes)
	await trade(a, { user: start.users[3], solver, left: 9700 })
	await apply(nodes, '{"former_service_key": null}')
	for (const { config } of nodes) await command(a, 'service-key', 'retire', config)
	await reload(nodes)
	assert.match(await command(a, 'markers', 'update', a.config), /belong to the keys in the configuration now/)
	await refusedWith('verify_parent_mismatch', placeOrder({ ...a.network, feeInfo: formerInfo }, start.users[4], sale))

	// What is left in the files is enough for a start.
	a.process.signal('SIGTERM')
	assert.equal(await a.process.ended, 0, a.process.output)
	Object.assign(a, await serve(commands, a.config, a.network))
	a.network.feeInfo = await a.network.dex.info()
	await trade(a, { user: start.users[4], solver, left: 9600 })
	const { checks } = await askOperator(a.network, 'GET /operator/doctor')
	const failed = (checks as { name: string; ok: boolean; detail: string }[]).filter(
		({ name, ok }) => ['binding', 'keys', 'nodes', 'settings'].includes(name) && !ok,
	)
	assert.deepEqual(failed, [])
	maker.disconnect()
	for (const { process } of nodes) process.signal('SIGTERM')
	for (const { process } of nodes) assert.equal(await process.ended, 0)
})
