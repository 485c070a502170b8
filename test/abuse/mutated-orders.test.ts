import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { problemWire } from '@accord/protocol'
import { mutateBytes, type Random, randomOf } from '../network/mutated-bytes.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

// Abuse cases 7 to 22. A longer run: ACCORD_MUTATIONS=100000 npm test -- test/abuse/mutated-orders.test.ts

const mutations = Number(process.env.ACCORD_MUTATIONS ?? 1_000)
const seed = Number(process.env.ACCORD_SEED ?? 20_261_122)
const order = limitOrder({ sell: '10 XRD', buy: '0.5 xUSDC' })
const atOnce = 16

let network: TestNetwork
let user: Participant

before(async () => {
	const limits = { requests_per_minute: 100_000_000 }
	network = await startTestNetwork({ users: 1, makers: 1, settings: { limits } })
	;[user] = network.users as [Participant]
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }],
		answer: silent,
	})
})
after(() => network?.stop())

type Sent = { bytes: string; status: number; body: unknown }

/** Sends orders, a few at a time: each must be answered as accepted or as wrong, never by a failure of the service. */
async function sendAll(orders: Iterable<string>): Promise<Sent[]> {
	const accepted: Sent[] = []
	const waiting = orders[Symbol.iterator]()
	const send = async () => {
		for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
			const { status, body } = await askTrade(network, '/trade/orders', {
				body: { signed_partial_transaction: next.value },
			})
			if (status === 200) accepted.push({ bytes: next.value, status, body })
			else
				assert.ok(
					status >= 400 && status < 500,
					`seed ${seed}: ${status} ${problemWire.parse(body).code} for ${next.value}`,
				)
		}
	}
	await Promise.all(Array.from({ length: atOnce }, send))
	return accepted
}

test(`${mutations} orders with mutated bytes are refused as wrong`, async () => {
	const random = randomOf(seed)
	const original = signLimitOrder(network, user, order).signedPartialTransaction
	function* mutated() {
		for (let n = 0; n < mutations; n++) yield mutateBytes(original, random)
	}
	assert.deepEqual(await sendAll(mutated()), [])
})

test('signed orders with spliced and altered instructions are accepted only if they follow the schema', async () => {
	const random = randomOf(seed)
	const texts = new Map<string, string>()
	function* altered() {
		for (let n = 0; n < mutations / 10; n++) {
			const signed = tryToSign(random)
			if (signed === undefined) continue
			texts.set(signed.signedPartialTransaction, signed.manifest)
			yield signed.signedPartialTransaction
		}
	}
	const accepted = await sendAll(altered())
	assert.ok(accepted.length > 0 && texts.size > accepted.length, `seed ${seed}: ${accepted.length} of ${texts.size}`)
	for (const { bytes } of accepted) {
		const manifest = texts.get(bytes) ?? ''
		assert.ok(manifest.endsWith(schemaOf(manifest)), `seed ${seed}: accepted\n${manifest}`)
	}
})

/** Signs an order with one to three alterations; undefined where the ledger's own compiler refuses the text. */
function tryToSign(random: Random): SignedOrder | undefined {
	try {
		return signLimitOrder(network, user, order, {
			edit: manifest => {
				let lines = manifest.split('\n')
				for (let times = 1 + random(3); times > 0; times--) lines = alter(lines, random)
				return lines.join('\n')
			},
		})
	} catch {
		return undefined
	}
}

function alter(lines: readonly string[], random: Random): string[] {
	const at = random(lines.length)
	const other = lines[random(lines.length)] ?? ''
	const line = lines[at] ?? ''
	switch (random(6)) {
		case 0:
			return lines.toSpliced(at, 1)
		case 1:
			return lines.toSpliced(at, 0, other)
		case 2:
			return lines.toSpliced(at, 1, other)
		case 3:
			return lines.toSpliced(at, 0, 'ASSERT_WORKTOP_IS_EMPTY;')
		case 4:
			return lines.toSpliced(
				at,
				1,
				line.replace(/Decimal\("([\d.]+)"\)/, () => `Decimal("${random(1_000_000)}")`),
			)
		default:
			return lines.toSpliced(
				at,
				1,
				line.replace(/Address\("resource[^"]+"\)/, () => `Address("${user.account}")`),
			)
	}
}

/** The ten steps, from the first VERIFY_PARENT on, as they must be for this order. */
function schemaOf(manifest: string): string {
	const valid = signLimitOrder(network, user, order).manifest
	return manifest.includes(valid) ? valid : `the schema:\n${valid}`
}
