import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { errorTable, problemWire } from '@accord/protocol'
import { errorsOf, operatorOperations } from '@accord/protocol/contract'
import { seededRandom } from '../../packages/bots/src/seeded-random.ts'
import { operatorKey, operatorSetting } from '../network/operator-request.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { type RandomRequest, randomRequest } from './random-request.ts'

const requests = 3_000
const atOnce = 8
/** The same requests on every run; another seed makes others. */
const seed = Number(process.env.ACCORD_SEED ?? 1524436337)

/** Codes only for requests that match no operation, because of their method, path or length. */
const strayStatuses = new Set([404, 405, 413, 415, 400, 431])
const ofOperator = Object.values(operatorOperations)
const codes = new Set(ofOperator.flatMap(errorsOf))

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ settings: operatorSetting })
})
after(() => network?.stop())

/** The mistakes in an answer of the operator API, if any. */
async function faultOf(asked: RandomRequest): Promise<string | undefined> {
	const { path, ...init } = asked
	const response = await fetch(`${network.service.operatorUrl}${path}`, init)
	const text = await response.text()
	if (response.status < 400 || asked.method === 'HEAD') return undefined
	const { code } = problemWire.parse(JSON.parse(text))
	const isDocumented = [...codes].some(each => each === code && errorTable[each].httpStatus === response.status)
	return (isDocumented || strayStatuses.has(response.status)) && response.status < 500
		? undefined
		: `${response.status} ${code}: ${JSON.stringify(asked).slice(0, 1_000)}`
}

it('3,000 random requests to the operator API never meet a failure of the service', async t => {
	t.diagnostic(`ACCORD_SEED=${seed}`)
	const random = seededRandom(seed)
	const known = { apiKey: operatorKey, operations: ofOperator, bodies: {} }
	// No Node client sends these two.
	const next = () => {
		for (;;) {
			const asked = randomRequest(random, known)
			const isSent = !['TRACE', 'GET', 'HEAD'].includes(asked.method) || asked.body === undefined
			if (isSent && asked.method !== 'TRACE') return asked
		}
	}
	const faults: string[] = []
	let begun = 0
	const ask = async () => {
		while (begun < requests) {
			begun += 1
			const fault = await faultOf(next())
			if (fault !== undefined) faults.push(fault)
		}
	}
	await Promise.all(Array.from({ length: atOnce }, ask))
	assert.deepEqual(faults, [])
	assert.equal((await network.dex.tokenPairs()).length, 10)
})
