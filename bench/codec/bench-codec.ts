import { openNow, useDoor } from '@accord/codec/door'
import {
	attachSignatures,
	compileSubintent,
	decompileSubintent,
	readSignedPartialTransaction,
	readSubintent,
} from '@accord/ledger'
import { readSignedPartial } from '../../packages/service/src/intents/read-intent.ts'
import { validateOrder } from '../../packages/service/src/intents/validate-order.ts'
import {
	goodHeader,
	market,
	networkId,
	rules,
	secondKey,
	signedOrderHex,
	stranger,
	user,
	userKey,
} from '../../packages/service/src/testing/order-fixture.ts'
import { percentile } from '../percentile.ts'
import { printTable } from '../table.ts'

const rounds = 15
const callsPerRound = 200

/** The codec as WebAssembly beside the same Rust as native code, in one process and in alternating rounds. */
export async function benchCodec(): Promise<void> {
	const [native, wasm] = [useDoor(undefined), openNow()]
	const doors = [native, wasm]
	const times = new Map(Object.keys(tasks).map(name => [name, doors.map((): number[] => [])]))
	for (let round = 0; round <= rounds; round++)
		for (const [name, task] of Object.entries(tasks))
			for (const [at, door] of doors.entries()) {
				useDoor(door)
				const us = timeOf(task)
				if (round > 0) times.get(name)?.[at]?.push(us)
			}
	useDoor(native)
	console.log(`${rounds} rounds of ${callsPerRound} calls each; median of each\n`)
	printTable(['', 'native', 'WebAssembly', 'ratio'], [...times].map(row))
}

const [ed25519, secp256k1] = [
	signedOrderHex({ account: user, keyPairs: [userKey], header: goodHeader }),
	signedOrderHex({ account: stranger, keyPairs: [secondKey], header: goodHeader }),
]
const { rootSubintent: subintent, subintentHash } = readSignedPartialTransaction(ed25519, networkId)
const manifest = decompileSubintent(subintent, networkId)
const { header } = readSubintent(subintent, networkId)
const signatures = [userKey.sign(subintentHash)]

const tasks: Readonly<Record<string, () => unknown>> = {
	'read and check an order, Ed25519': () => validateOrder(rules, readSignedPartial(market, ed25519)),
	'read and check an order, Secp256k1': () => validateOrder(rules, readSignedPartial(market, secp256k1)),
	'read and hash': () => readSubintent(subintent, networkId),
	compose: () => compileSubintent({ manifest, header }),
	'verify and attach, Ed25519': () => attachSignatures({ subintent, signatures, networkId }),
}

/** Microseconds for one call. */
function timeOf(task: () => unknown): number {
	const startedMs = performance.now()
	for (let n = 0; n < callsPerRound; n++) task()
	return (1000 * (performance.now() - startedMs)) / callsPerRound
}

function row([name, [native = [], wasm = []]]: [string, number[][]]): string[] {
	const us = (samples: readonly number[]) => `${percentile(samples, 0.5).toFixed(1)} µs`
	const ratios = wasm.map((value, at) => value / (native[at] ?? Number.NaN))
	return [name, us(native), us(wasm), `${percentile(ratios, 0.5).toFixed(2)} ×`]
}
