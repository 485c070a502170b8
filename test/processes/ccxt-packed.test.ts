import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { PackedProject } from '../fixtures/packed-project.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

let project: PackedProject
let network: TestNetwork

before(async () => {
	project = await PackedProject.create(['protocol', 'codec', 'sdk', 'ccxt'])
	network = await startTestNetwork({ users: 1, makers: 0, solvers: 0 })
})
after(async () => {
	project?.remove()
	await network?.stop()
})

// shows CCXT: Installed from its package
test('the packed adapter reads a service in a plain project', async () => {
	const lines = [
		"import { AccordExchange } from '@accord/ccxt'",
		`const exchange = new AccordExchange({ baseUrl: '${network.service.url}' })`,
		'await exchange.loadMarkets()',
		"console.log(JSON.stringify([exchange.symbols.length, await exchange.fetchOrderBook('XRD/xUSDC')]))",
	]
	project.write('read.mjs', lines.join('\n'))
	const [symbols, book] = JSON.parse(await project.run(process.execPath, 'read.mjs'))
	assert.deepEqual([symbols, book.symbol, book.bids], [(await network.dex.tokenPairs()).length, 'XRD/xUSDC', []])
})

// shows CCXT: Installed from its package
test('the example of docs/ccxt.md type-checks against the packed types', async () => {
	const page = readFileSync(new URL('../../docs/ccxt.md', import.meta.url), 'utf8')
	const [, code = assert.fail('there is no example')] = page.match(/```ts\n([\s\S]*?)```/) ?? []
	project.write('example.ts', code)
	const compilerOptions = {
		...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
		...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [], module: 'nodenext' },
	}
	project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
	assert.equal(await project.tool('tsc', '-p', '.'), '')
})
