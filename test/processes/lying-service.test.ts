import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { derivePrivateKey, playSeed, readSignedLimitOrder } from '@accord/ledger'
import { NetworkFile } from '@accord/protocol'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { feeLies, type Lie, type LiesOf, levelLies, manifestLies, marketLies, subintentLies } from '../network/lies.ts'
import { LyingService } from '../network/lying-service.ts'
import { honestOrder, newOrderLies } from '../network/new-order-lies.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { until } from '../network/until.ts'

// The command and the examples in both languages, in processes of their own, with a service that lies about each thing
// that they read before they sign.

const folder = mkdtempSync(join(tmpdir(), 'accord-lies-'))
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
let network: TestNetwork
let service: LyingService
let allLies: LiesOf

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 3, solvers: 0 })
	service = await LyingService.start(network.service.url)
	const addressOf = (symbol: string) => network.tokens.get(symbol)?.resourceAddress ?? ''
	allLies = { ...marketLies, ...manifestLies(addressOf), ...subintentLies }
	await connectMaker(network, network.makers[2], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'], asks: ['0.06 10000'] }],
	})
})
after(async () => {
	service?.stop()
	await network?.stop()
	rmSync(folder, { recursive: true, force: true })
})

/** The network file of somebody who reaches the service at this address. */
function writeNetworkFile(url: string): string {
	const socketUrl = url.replace(/^http/, 'ws')
	const withKey = ({ name, account: address }: { name: string; account: string }) => {
		const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
		return { name, address, curve, privateKeyHex }
	}
	const file = NetworkFile.format({
		...{ network: 'simulator', networkId: testNetworkId, pid: process.pid, startedAtMs: 0 },
		...{ baseUrl: url, flashUrl: `${socketUrl}/flash`, solverUrl: socketUrl, gatewayUrl: network.ledger.url },
		signerTerms: signerTerms(network),
		tokens: signerTerms(network).tokens,
		users: network.users.map(withKey),
		makers: network.makers.slice(0, 1).map(maker => ({ ...withKey(maker), apiKey: maker.apiKey, bot: false })),
		solvers: [],
	})
	const path = join(folder, `${new URL(url).pathname.slice(1)}.json`)
	writeFileSync(path, JSON.stringify(file))
	return path
}

function start(t: TestContext, program: string, args: readonly string[]) {
	const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: fromRoot('examples/python') }
	const child = spawn(program, args, { env })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
	const ended = once(child, 'close')
	t.after(async () => {
		child.kill()
		await ended
	})
	return { ended, output: () => output }
}

const pythonInTurn = `
import runpy, sys
for file in sys.argv[1:]:
    print("==", file, flush=True)
    sys.argv = ["dex.py", file]
    try:
        runpy.run_path(${JSON.stringify(fromRoot('examples/python/dex.py'))}, run_name="__main__")
    except (SystemExit, Exception) as error:
        print(repr(error), flush=True)
`
const inTurn = fromRoot('test/network/trade-in-turn.ts')

/** Who trades: the program, and what it says of a lie that it reads. */
const traders = [
	{ name: 'accord trade', program: () => [process.execPath, ...flags, inTurn, 'command'], says: ({ sdk }: Lie) => sdk },
	{
		name: 'examples/dex.mjs',
		program: () => [process.execPath, ...flags, inTurn, 'example'],
		says: ({ sdk }: Lie) => sdk,
	},
	{
		name: 'examples/python/dex.py',
		program: () => [runtime('python'), '-c', pythonInTurn],
		says: ({ python }: Lie) => python,
		skip: withoutRuntime('python'),
	},
] as const

for (const { name, program, says, ...options } of traders)
	test(`error: ${name} signs nothing under any lie that it reads, and says which it was`, options, async t => {
		const told = Object.entries(allLies).flatMap(([what, lie]) => {
			const words = says(lie)
			return words === undefined ? [] : [{ what, words, ...service.tell(lie) }]
		})
		assert.ok(told.length >= 15)
		const files = told.map(({ url }) => writeNetworkFile(url))
		const [command = '', ...args] = program()
		const { ended, output } = start(t, command, [...args, ...files])
		await ended
		const outputs = output().split(/^== .*\n/m)
		for (const [at, { what, words, signed }] of told.entries()) {
			assert.deepEqual(signed, [], `${what}: it was signed`)
			assert.match(outputs[at + 1] ?? '', words, what)
		}
	})

const makers = [
	{ name: 'maker.mjs', program: () => [process.execPath, ...flags, fromRoot('examples/maker.mjs')], says: 'sdk' },
	{
		name: 'maker.py',
		program: () => [runtime('python'), fromRoot('examples/python/maker.py')],
		says: 'python',
		skip: withoutRuntime('python'),
	},
] as const

for (const { name, program, says, ...options } of makers) {
	test(
		`error: ${name} signs no order that is not at its prices, and says what is wrong with each`,
		options,
		async t => {
			const { url, signed, newOrders } = service.tell()
			const [command = '', ...args] = program()
			const { output } = start(t, command, [...args, writeNetworkFile(url)])
			await until('it wants orders', () => newOrders.length > 0)
			for (const [what, lie] of Object.entries(newOrderLies)) {
				const before = output().length
				newOrders[0]?.(lie.order(honestOrder(what)))
				await until(`it refuses ${what}`, () => lie[says].test(output().slice(before)))
			}
			assert.deepEqual(signed, [])
			newOrders[0]?.(honestOrder('an honest one'))
			await until('it fills an honest order', () => signed.length === 1)
		},
	)

	test(`error: ${name} signs nothing at fees outside its bounds, and names the fee`, options, async t => {
		for (const [what, lie] of Object.entries({ ...feeLies, ...levelLies })) {
			const { url, signed, newOrders } = service.tell(lie)
			const [command = '', ...args] = program()
			const { output } = start(t, command, [...args, writeNetworkFile(url)])
			let isOffered = false
			await until(`it refuses since ${what}`, () => {
				if (!isOffered) newOrders[0]?.(honestOrder(what))
				isOffered ||= newOrders.length > 0
				return lie[says]?.test(output()) === true
			})
			assert.deepEqual(signed, [], what)
		}
	})
}

test('an order in Python expires when its signer says, whatever time the service says it is', {
	skip: withoutRuntime('python'),
}, async t => {
	const { url, signed } = service.tell({
		path: '/network/status',
		change: status => ({ ...status, service_timestamp: new Date(Date.now() + 3e10).toISOString(), network_id: 1 }),
	})
	await start(t, runtime('python'), ['-c', pythonInTurn, writeNetworkFile(url)]).ended
	const { header } = readSignedLimitOrder(signed[0] ?? '', testNetworkId)
	assert.equal(header.networkId, testNetworkId)
	assert.ok((header.maxTimestampS ?? Number.POSITIVE_INFINITY) <= Date.now() / 1000 + 45)
})
