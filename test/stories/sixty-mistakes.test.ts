import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { CreatedSubintent } from '@accord/protocol'
import { OrderCraft } from '../network/crafted-order.ts'
import { openFlash } from '../network/flash-socket.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { codecMistakes } from './mistakes/codec-mistakes.ts'
import { commandMistakes } from './mistakes/command-mistakes.ts'
import { dexMistakes } from './mistakes/dex-mistakes.ts'
import { makerMistakes } from './mistakes/maker-mistakes.ts'
import { type Mistakes, textsOf } from './mistakes/mistake.ts'
import { orderMistakes } from './mistakes/order-mistakes.ts'
import { sdkMistakes } from './mistakes/sdk-mistakes.ts'

// What users of every kind do wrong, and the whole text that each is answered with. Read the texts as somebody who does
// not know this project: each says what was wrong, what was expected and, where that is not enough, what to do.

let network: TestNetwork
let maker: TestMaker
let created: CreatedSubintent
const directory = mkdtempSync(join(tmpdir(), 'accord-mistakes-'))

before(async () => {
	network = await startTestNetwork({ users: 3, makers: 1, solvers: 0, settings: { routes: [] } })
	maker = await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000000'], asks: ['0.06 1000'] }],
		answer: silent,
	})
	created = await network.dex.createSubintent({ manifest: 'YIELD_TO_PARENT;' })
})
after(async () => {
	rmSync(directory, { recursive: true })
	await network?.stop()
})

async function requireTexts(mistakes: Mistakes): Promise<void> {
	const expected = Object.fromEntries(Object.entries(mistakes).map(([what, [, text]]) => [what, text]))
	assert.deepEqual(await textsOf(mistakes), expected)
}

test('error: a DEX over REST', () => requireTexts(dexMistakes(network)))

test('error: someone who signs orders by hand', async () => {
	await requireTexts(orderMistakes(network, new OrderCraft(network, network.users[0]), created))
})

test('error: the SDK in plain JavaScript', () => requireTexts(sdkMistakes(network, maker)))

test('error: the codec in plain JavaScript', () => requireTexts(codecMistakes))

test('error: commands', () => requireTexts(commandMistakes(directory)))

// Refused books withdraw the one that the others trade with.
test('error: makers and solvers that write their own clients', async () => {
	const session = await openFlash(network, maker.account)
	await requireTexts(makerMistakes(network, session, maker))
})
