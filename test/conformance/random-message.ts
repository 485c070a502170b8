import { flashContract } from '@accord/protocol/contract'
import type { Json } from './documented.ts'
import { anyValue, brokenJson, chance, mutated, pick, type Random } from './random-value.ts'

/** A maker's message, valid or not: a call, a batch, or not JSON-RPC at all. */
export function randomMessage(random: Random): string {
	const kind = random()
	if (kind < 0.05) return brokenJson(random, randomCall(random))
	if (kind < 0.1) return JSON.stringify(anyValue(random))
	if (kind < 0.2) return JSON.stringify(Array.from({ length: Math.floor(random() * 5) }, () => randomCall(random)))
	return JSON.stringify(randomCall(random))
}

let lastId = 0

function randomCall(random: Random): Json {
	const { name, params } = pick(random, flashContract) ?? { name: '' }
	const call = {
		jsonrpc: '2.0',
		method: name,
		...(params === undefined ? {} : { params: chance(random, 0.2) ? params.example : mutated(random, params.example) }),
		...(chance(random, 0.8) ? { id: ++lastId } : {}),
	}
	return chance(random, 0.1) ? mutated(random, call) : call
}
