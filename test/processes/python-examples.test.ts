import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DexClient } from '@accord/sdk'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { NetworkPlace } from '../network/network-process.ts'
import { until } from '../network/until.ts'

const examples = fileURLToPath(new URL('../../examples/python/', import.meta.url))
const skip = withoutRuntime('python')

function runExample(name: string, networkFile: string) {
	const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
	const child = spawn(runtime('python'), [join(examples, name), networkFile], { env })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
	return { child, ended: once(child, 'close').then(([code]) => code as number | null), output: () => output }
}

// shows documents: A DEX, a maker and a solver in Python, without our SDK
test('the DEX, the maker and the solver of examples/python settle a trade among themselves', { skip }, async t => {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	await place.start('--without', 'maker,solver', '--users', '1')
	const networkFile = join(place.directory, 'network.json')
	const maker = runExample('maker.py', networkFile)
	const solver = runExample('solver.py', networkFile)
	t.after(async () => {
		for (const { child } of [maker, solver]) child.kill()
		await Promise.all([maker.ended, solver.ended])
	})
	const client = new DexClient({ baseUrl: place.readNetworkFile().base_url })
	await until('the maker to quote', async () => {
		assert.equal(maker.child.exitCode, null, maker.output())
		return (await client.orderBook({ base: 'XRD', quote: 'xUSDC' })).bids.length > 0
	})
	const dex = runExample('dex.py', networkFile)
	assert.equal(await dex.ended, 0, dex.output() + solver.output() + maker.output())
	await until('the maker to be told', () => maker.output().includes('2 Settled'))
	assert.match(solver.output(), /submitted txid_sim1\w+/)
})

for (const name of ['service.py', 'limit_order.py', 'dex.py', 'maker.py', 'solver.py'])
	test(`examples/python/${name} is shorter than 100 lines`, () => {
		assert.ok(readFileSync(join(examples, name), 'utf8').split('\n').length <= 100)
	})

test('the official toolkit produces the bytes of docs/vectors.json', { skip }, async () => {
	const checker = runExample('../../test/docs/check_vectors.py', '')
	assert.equal(await checker.ended, 0, checker.output())
	assert.match(checker.output(), /^5\d vectors$/m)
})
