import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { askOperator, operatorKey, operatorSetting } from '../network/operator-request.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

// Case 92: a maker and an operator whose every text is meant for a terminal.

const hostile = '\x1b[2J\x9b31m\u202e\x07\n| forged line'
// biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may reach a terminal
const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/

let network: TestNetwork
let maker: TestMakerAccount

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 0, settings: operatorSetting })
	maker = network.makers[0] ?? assert.fail()
	network.clock.freeze()
})
after(() => network?.stop())

async function printed(...args: string[]): Promise<string> {
	const { out, notes } = await runCommand(args, {
		ACCORD_OPERATOR_URL: network.service.operatorUrl ?? '',
		ACCORD_OPERATOR_KEY: operatorKey,
	})
	return out + notes
}

test('no text of a maker reaches the operator’s terminal as a control, and all of it is shown', async () => {
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }]
	const connected = await connectMaker(network, maker, { books, answer: silent })
	const { subintentId } = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	await until('the order to reach the maker', () => connected.newOrders.length > 0)
	await connected.client.reject(connected.newOrders[0]?.id ?? '', hostile)
	await askTrade(network, '/maker/pause', { body: { reason: hostile }, headers: { 'service-api-key': maker.apiKey } })
	const { maker_id: madeId } = await askOperator(network, 'POST /operator/makers', {
		body: { name: `M${hostile}`, accounts: [] },
	})
	await askOperator(network, `POST /operator/makers/${madeId}/keys`, { body: { label: hostile } })
	const commands = [
		['orders', 'trace', subintentId, '--manifests'],
		['orders', 'show', subintentId],
		['maker', 'list'],
		['maker', 'show', maker.name],
		['maker', 'show', madeId],
		['maker', 'show', 'unknown'],
		['keys', 'list'],
		['status'],
		['doctor'],
	]
	for (const command of commands) {
		for (const args of [command, [...command, '--json']]) {
			const text = await printed(...args)
			assert.doesNotMatch(text, obeyed, args.join(' '))
			for (const line of text.split('\n')) assert.ok(!line.startsWith('| forged line'), args.join(' '))
		}
	}
	const shown = '\\u{1b}[2J\\u{9b}31m\\u{202e}\\u{7}\\u{a}| forged line'
	assert.ok((await printed('orders', 'trace', subintentId)).includes(shown))
	assert.ok((await printed('maker', 'list')).includes(`M${shown}`))
	const trace = JSON.parse(await printed('orders', 'trace', subintentId, '--json'))
	assert.equal(trace.parts[0].reject_reason, hostile)
})
