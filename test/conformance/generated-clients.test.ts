import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Quote, ShownOrderBook } from '@accord/protocol'
import { type Runtime, runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

// Clients that the commonest generators make of the OpenAPI document, with no option but where to write: each compiles, reads
// the live book of a running service, whose times need 64 bits, and asks for a quote, whose request has variants.

const documents = fileURLToPath(new URL('../../docs/api/', import.meta.url))
const clients = fileURLToPath(new URL('clients/', import.meta.url))
let folder: string
let network: TestNetwork
/** What each client prints: the book's time, its best bid, and the total of a quote. */
let expected: string

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'accord-clients-'))
	network = await startTestNetwork({ makers: 1 })
	const maker = await connectMaker(network, network.makers[0], { answer: silent })
	await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.05 1000'], asks: ['0.06 500'] })
	const book = await fetch(`${network.service.url}/trade/order_book?base=XRD&quote=xUSDC`)
	const { timestamp_ms, bids } = ShownOrderBook.wire.parse(await book.json())
	const body = JSON.stringify({ pair: { base: 'XRD', quote: 'xUSDC' }, sell: { symbol: 'XRD', amount: '100' } })
	const headers = { 'content-type': 'application/json' }
	const quoted = await fetch(`${network.service.url}/trade/quote`, { method: 'POST', headers, body })
	const { total } = Quote.wire.parse(await quoted.json())
	expected = `${timestamp_ms} ${bids[0]?.[0]} ${total.amount}\n`
	assert.match(expected, /^\d{13} 0\.05 1\d\d/)
})
after(async () => {
	await network?.stop()
	rmSync(folder, { recursive: true })
})

async function run(program: string, args: readonly string[], cwd = folder): Promise<string> {
	const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 26, timeout: 300_000 })
	return stdout
}

async function generate(language: string, output: string, ...options: readonly string[]): Promise<void> {
	const only = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
	const args = ['generate', '-i', join(documents, 'openapi.json'), '-g', language, '-o', join(folder, output)]
	await run('java', ['-jar', runtime('openapi-generator'), ...args, '--global-property', only, ...options])
}

const without = (name: Runtime) => ({ skip: withoutRuntime(name) })

for (const name of ['openapi.json', 'operator.json']) {
	// shows documents: Common generators can read them
	test(`openapi-generator finds no error in ${name}`, without('openapi-generator'), async () => {
		const printed = await run('java', ['-jar', runtime('openapi-generator'), 'validate', '-i', join(documents, name)])
		assert.doesNotMatch(printed, /Errors:/)
	})
}

// shows documents: Common generators can read them
test('a Java client by openapi-generator', without('openapi-generator'), async () => {
	await generate('java', 'java', '--library', 'native')
	const jars = globSync(join(dirname(runtime('openapi-generator')), '*.jar')).filter(
		jar => !jar.includes('generator-cli'),
	)
	const sources = globSync(join(folder, 'java/src/main/java/**/*.java'))
	const path = [join(folder, 'classes'), ...jars].join(delimiter)
	const options = ['-encoding', 'UTF-8', '-proc:none', '-nowarn', '-cp', path, '-d', 'classes']
	await run('javac', [...options, ...sources, join(clients, 'Book.java')])
	assert.equal(await run('java', ['-cp', path, 'Book', network.service.url]), expected)
})

// shows documents: Common generators can read them
test('a Python client by openapi-generator', without('openapi-generator'), async () => {
	await generate('python', 'python')
	const program = `import sys; sys.path.insert(0, '.'); exec(open(sys.argv.pop(1)).read())`
	const args = ['-c', program, join(clients, 'book.py'), network.service.url]
	assert.equal(await run(runtime('python'), args, join(folder, 'python')), expected)
})

// shows documents: Common generators can read them
test('Go clients by openapi-generator and by oapi-codegen', without('oapi-codegen'), async () => {
	const module = join(folder, 'go')
	cpSync(join(clients, 'go'), module, { recursive: true })
	await generate('go', 'go/openapi', '--additional-properties', 'withGoMod=false')
	mkdirSync(join(module, 'trade'))
	const options = ['-generate', 'types,client', '-package', 'trade', '-o', join(module, 'trade/trade.go')]
	await run(runtime('oapi-codegen'), [...options, join(documents, 'openapi.json')])
	await run('go', ['build', '-o', 'programs/', './generated', './codegen'], module)
	for (const name of ['generated', 'codegen'])
		assert.equal(await run(join(module, 'programs', name), [network.service.url]), expected, name)
})
