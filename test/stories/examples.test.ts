import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DexClient } from '@accord/sdk'
import { NetworkPlace } from '../network/network-process.ts'
import { until } from '../network/until.ts'

const examples = fileURLToPath(new URL('../../examples/', import.meta.url))

function runExample(name: string, networkFile: string) {
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const child = spawn(process.execPath, [...flags, join(examples, name), networkFile])
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
	return { child, ended: once(child, 'close').then(([code]) => code as number | null), output: () => output }
}

// shows service: DEX, market maker and solver operations
// shows SDK: A DEX, a maker and a solver written from the docs, each under 60 lines
test('the DEX, the maker and the solver of examples/ settle a trade among themselves', async t => {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	await place.start('--without', 'maker,solver', '--users', '1')
	const networkFile = join(place.directory, 'network.json')
	const maker = runExample('maker.ts', networkFile)
	const solver = runExample('solver.ts', networkFile)
	t.after(async () => {
		for (const { child } of [maker, solver]) child.kill()
		await Promise.all([maker.ended, solver.ended])
	})
	const client = new DexClient({ baseUrl: place.readNetworkFile().base_url })
	await until('the maker to quote', async () => {
		assert.equal(maker.child.exitCode, null, maker.output())
		return (await client.orderBook({ base: 'XRD', quote: 'xUSDC' })).bids.length > 0
	})
	const dex = runExample('dex.ts', networkFile)
	assert.equal(await dex.ended, 0, dex.output() + solver.output() + maker.output())
	await until('the maker to be told', () => maker.output().includes('2 Settled'))
	assert.match(solver.output(), /txid_sim1\w+ CommittedSuccess/)
})

for (const name of ['dex.ts', 'maker.ts', 'solver.ts'])
	test(`examples/${name} is shorter than 60 lines`, () => {
		assert.ok(readFileSync(join(examples, name), 'utf8').split('\n').length < 60)
	})
