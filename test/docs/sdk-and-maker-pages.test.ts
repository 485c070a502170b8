import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { NewOrder, SignerTerms } from '@accord/protocol'
import { DexClient, SolverClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { MakerApi } from '../../packages/sdk/src/maker/maker-api.ts'
import { untilShown } from '../network/book-text.ts'
import { openFlash, type Wire } from '../network/flash-socket.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// docs/sdk.md: its tables of methods, and its programs of a back end and of a maker, run as printed. docs/maker.md: a first
// fill, message by message.

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(join(root, 'docs/sdk.md'), 'utf8')

/** The one program of the page that has these words. */
function program(words: string): string {
	const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
	const [code, another] = blocks.filter(block => block.includes(words))
	assert.ok(code !== undefined && another === undefined, words)
	return code
}

const namesOf = (prototype: object) => Object.getOwnPropertyNames(prototype).filter(name => name !== 'constructor')

/** The names that a table of the page has in its first column. */
function listed(client: string): string[] {
	const [, table = ''] = page.split(`| of \`${client}\` |`)
	const [rows = ''] = table.split('\n\n')
	const cells = rows.split('\n').map(row => row.split(' | ')[0] ?? '')
	return cells.flatMap(cell => [...cell.matchAll(/`((?:api\.)?\w+)/g)].map(([, name = '']) => name))
}

test('the tables of methods have every method of every client, and no other', () => {
	const clients = {
		DexClient: namesOf(DexClient.prototype),
		MakerClient: [...namesOf(MakerClient.prototype), ...namesOf(MakerApi.prototype).map(name => `api.${name}`)],
		SolverClient: namesOf(SolverClient.prototype),
	}
	for (const [client, names] of Object.entries(clients)) assert.deepEqual(listed(client).sort(), names.sort(), client)
})

let network: TestNetwork
const directory = mkdtempSync(join(tmpdir(), 'accord-sdk-page-'))
const children: ChildProcess[] = []

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 1 })
	symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
	writeFileSync(join(directory, 'package.json'), '{"type": "module"}')
})
after(async () => {
	for (const child of children) child.kill()
	await network?.stop()
	rmSync(directory, { recursive: true, force: true })
})

type Reader = { readonly name: string; readonly account: string; readonly apiKey?: string }

/** Starts a program of the page with what its reader has: see test/fixtures/packed/reader.d.ts. */
function start(file: string, code: string, { name, account, apiKey }: Reader) {
	const { privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	const has = { terms: SignerTerms.format(signerTerms(network)), account, flashUrl: network.flashUrl, apiKey }
	const given = `import { SignerTerms as Terms } from '@accord/sdk/codec'
import { keyOf } from '${root}examples/ed25519.mjs'
const { terms: written, account, flashUrl, apiKey } = ${JSON.stringify(has)}
const terms = Terms.parse(written)
const { publicKey, signHash } = keyOf({ private_key_hex: '${privateKeyHex}' })
const signWithMyKey = async (hash: string) => signHash(hash).signature
`
	const text = (given + code).replaceAll('http://127.0.0.1:8480', network.service.url)
	writeFileSync(join(directory, file), text)
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const child = spawn(process.execPath, [...flags, join(directory, file)], { stdio: ['ignore', 'pipe', 'pipe'] })
	children.push(child)
	const output: string[] = []
	for (const stream of [child.stdout, child.stderr]) stream.on('data', data => output.push(String(data)))
	return { output, ended: new Promise<number | null>(resolve => child.once('exit', resolve)) }
}

/** What was sent and received, as docs/maker.md writes it: `→` by the maker, `←` by the service. */
type Line = { readonly from: string; readonly message: Wire }

const firstFill = readFileSync(join(root, 'docs/maker.md'), 'utf8')
	.split('\n')
	.flatMap((line): Line[] => {
		const [, from = '', text] = /^([→←]) (\{.*\})$/.exec(line) ?? []
		return text === undefined ? [] : [{ from, message: JSON.parse(text) }]
	})

/** The printed message if the sent one is like it: text that is cut by `…`, and times, may be any; else the sent one. */
function alike(sent: Wire, printed: Wire, name = ''): Wire {
	if (typeof printed === 'string' && printed.endsWith('…') && typeof sent === 'string') return printed
	if (/_at|_before|_ms$/.test(name) && typeof sent === typeof printed) return printed
	if (typeof sent !== 'object' || sent === null) return sent
	if (Array.isArray(sent)) return sent.map((one, at) => alike(one, printed?.[at]))
	return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, alike(value, printed?.[key], key)]))
}

// shows documents: A first fill, message by message, and a back end run as printed
test('the first fill of docs/maker.md goes as printed, message by message', async () => {
	const [[user], [, maker]] = [network.users, network.makers]
	assert.ok(user && maker)
	const session = await openFlash(network, maker)
	const lines: Line[] = []
	session.socket.on('message', data => lines.push({ from: '←', message: JSON.parse(String(data)) }))
	const say = (message: Wire) => {
		lines.push({ from: '→', message })
		session.send(JSON.stringify(message))
	}
	const heard = (count: number) => until(`message ${count}`, () => lines.length >= count)
	const solver = connectSolver(network, network.solvers[0])
	const printed = (method: string) => firstFill.find(({ message }) => message.method === method)?.message

	say(printed('platform.new_orders.start_stream'))
	await heard(2)
	say(printed('platform.fill_execution.start_stream'))
	await heard(4)
	const book = printed('platform.price_books.on_change')
	say(book)
	await until('the book', async () => (await network.dex.orderBook(book.params.pair)).bids.length > 0)
	await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' })
	await heard(6)
	const order = NewOrder.parse(lines[5]?.message.params)
	const { signedPartialTransaction } = signLimitOrder(network, maker, order.fill, { role: 'maker', expiresInS: 13 })
	const { id } = printed('platform.fills.fill')
	const params = { order_id: order.id, signed_partial_transaction: signedPartialTransaction }
	say({ jsonrpc: '2.0', id, method: 'platform.fills.fill', params })
	await until('the bundle', () => solver.bundles.length > 0)
	await settle(network, solver, solver.bundles[0] ?? [])
	await heard(10)
	solver.close()
	const gone = { ...book, params: { ...book.params, bids: [], asks: [] } }
	session.send(JSON.stringify(gone))

	// The answer to the fill and the log's first entry race.
	const answerAt = lines.findIndex(({ from, message }) => from === '←' && message.id === id)
	lines.splice(7, 0, ...lines.splice(answerAt, 1))
	assert.equal(firstFill.length, 10)
	assert.deepEqual(alike(lines, firstFill), firstFill)
})

// shows documents: A first fill, message by message, and a back end run as printed
test('the maker of the page fills what the back end of the page sells', async () => {
	const [[user], [maker]] = [network.users, network.makers]
	assert.ok(user && maker)
	const quoting = start('maker.ts', program('checkFill('), maker)
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.0499 10000'], asks: ['0.0501 10000'] })
	const solver = connectSolver(network, network.solvers[0])
	const selling = start('back-end.ts', program('// 1. Quote'), user)
	await until('the bundle', () => solver.bundles.length > 0)
	await settle(network, solver, solver.bundles[0] ?? [])
	assert.equal(await selling.ended, 0, selling.output.join(''))
	assert.match(selling.output.join(''), /^settled txid_sim1/)
	await until('the end of the fill', () => quoting.output.join('').includes('Settled'))
	assert.match(quoting.output.join(''), /^(\w+) started\n\1 Settled\n$/)
})
