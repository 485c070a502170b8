import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Decimal, type Token } from '@accord/protocol'
import { participant } from '../../../../test/fixtures/ledger.ts'
import { GatewayClient } from '../gateway/gateway-client.ts'

let directory: string
const children = new Set<ChildProcess>()

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'accord-ledger-'))
})
after(async () => {
	for (const child of children) child.kill('SIGKILL')
	await rm(directory, { recursive: true, force: true })
})

type Ready = { type: 'ready'; url: string; tokens: Token[] }

async function start(): Promise<Ready & { child: ChildProcess; gateway: GatewayClient }> {
	const child = fork(join(import.meta.dirname, 'main.ts'), {
		env: { ...process.env, ACCORD_LEDGER_DIRECTORY: directory },
		execArgv: ['--conditions=accord-source', '--disable-warning=ExperimentalWarning'],
	})
	children.add(child)
	const ready = await new Promise<Ready>((resolve, reject) => {
		child.once('message', message => resolve(message as Ready))
		child.once('exit', code => reject(new Error(`the ledger's process ended with ${code}`)))
	})
	return { ...ready, child, gateway: new GatewayClient({ url: ready.url }) }
}

async function fund(url: string, amount: string): Promise<string> {
	const response = await fetch(`${url}/local/fund`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ address: participant('user-1').account, amounts: [{ symbol: 'XRD', amount }] }),
	})
	assert.equal(response.status, 200)
	const { transaction_id: transactionId } = (await response.json()) as { transaction_id: string }
	return transactionId
}

const exited = (child: ChildProcess) => new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))

test('everything that was answered survives kill −9, and the ledger continues from there', async () => {
	const first = await start()
	const answered: string[] = []
	for (let n = 1; n <= 5; n++) answered.push(await fund(first.url, String(n)))
	const underWay = fund(first.url, '100').catch(() => undefined)
	const ended = exited(first.child)
	first.child.kill('SIGKILL')
	await Promise.all([ended, underWay])

	const second = await start()
	assert.deepEqual(second.tokens, first.tokens)
	for (const transactionId of answered) {
		const { status } = await second.gateway.transactionStatus(transactionId)
		assert.equal(status, 'CommittedSuccess')
	}
	const balance = async () => {
		const { amounts } = await second.gateway.balances(participant('user-1').account)
		return Decimal.parse(amounts.get(second.tokens[0]?.resourceAddress ?? '') ?? '0')
	}
	const before = await balance()
	assert.ok(['15', '115'].includes(Decimal.format(before)))
	await fund(second.url, '7')
	assert.equal(Decimal.format(Decimal.subtract(await balance(), before)), '7')
	second.child.disconnect()
	assert.equal(await exited(second.child), 0)
})

test('the tokens have the same addresses on every new ledger', async () => {
	const { tokens, child } = await start()
	child.disconnect()
	await exited(child)
	await rm(directory, { recursive: true, force: true })
	directory = await mkdtemp(join(tmpdir(), 'accord-ledger-'))
	const again = await start()
	assert.deepEqual(again.tokens, tokens)
	again.child.disconnect()
	await exited(again.child)
})
