import { type KeyPair, signerOf } from '@accord/ledger'
import { readSignedPartial } from '../../packages/service/src/intents/read-intent.ts'
import { validateOrder } from '../../packages/service/src/intents/validate-order.ts'
import {
	goodHeader,
	market,
	rules,
	secondKey,
	signedOrderHex,
	stranger,
	user,
	userKey,
} from '../../packages/service/src/testing/order-fixture.ts'
import { percentile } from '../percentile.ts'
import { printTable } from '../table.ts'
import { type EngineChain, startEngineChain } from './engine-chain.ts'

const orders = 200
// By then our code is compiled.
const warmUpRounds = 20
const rounds = 15

type Signer = { readonly keyPair: KeyPair; readonly account: string }
/** Microseconds for one order. */
type Times = { readonly read: number; readonly check: number; readonly chain: number; readonly signature: number }
type Subject = {
	readonly curve: string
	readonly signer: Signer
	readonly signed: readonly string[]
	readonly chain: EngineChain | undefined
}

/**
 * How many signed orders one core of a node validates by their bytes, by WebAssembly; the engine's own crates as native
 * code show the cost of that.
 */
export async function benchValidate(): Promise<void> {
	const subjects = [
		subject('Ed25519', { keyPair: userKey, account: user }),
		subject('Secp256k1', { keyPair: secondKey, account: stranger }),
	]
	const times = subjects.map((): Times[] => [])
	for (let round = -warmUpRounds; round < rounds; round++) {
		for (const [place, subject] of subjects.entries()) {
			const measured = await runRound(subject)
			if (round >= 0) times[place]?.push(measured)
		}
	}
	for (const { chain } of subjects) chain?.close()
	const bytes = (subjects[0]?.signed[0]?.length ?? 0) / 2
	console.log(`${orders} orders of ${bytes} bytes, ${rounds} rounds; median of each\n`)
	printTable(
		columns,
		subjects.map(({ curve }, place) => row(curve, times[place] ?? [])),
	)
}

const columns = [
	'curve',
	'signed orders a second per core',
	'read (decode, hash, verify, validate)',
	'check (schema, fees, header)',
	'the engine as native code alone, a second',
	'ratio (aim ≥ 0.4)',
	'signature alone, outside the engine',
]

function subject(curve: string, signer: Signer): Subject {
	const signed = sign(signer)
	return { curve, signer, signed, chain: startEngineChain(signed) }
}

function sign({ keyPair, account }: Signer): string[] {
	return Array.from({ length: orders }, (_, n) =>
		signedOrderHex({ account, keyPairs: [keyPair], header: { ...goodHeader, intentDiscriminator: String(n + 1) } }),
	)
}

async function runRound({ signer, signed, chain }: Subject): Promise<Times> {
	const read = signed.map(hex => readSignedPartial(market, hex))
	const signatures = read.map(({ subintentHash }) => {
		return { subintentHash, signature: signer.keyPair.sign(subintentHash) }
	})
	return {
		signature: each(signatures, ({ subintentHash, signature }) => signerOf(signature, subintentHash)),
		read: each(signed, hex => readSignedPartial(market, hex)),
		check: each(read, info => validateOrder(rules, info)),
		chain: (await chain?.round()) ?? Number.NaN,
	}
}

function each<T>(items: readonly T[], work: (item: T) => unknown): number {
	const startedMs = performance.now()
	for (const item of items) work(item)
	return (1000 * (performance.now() - startedMs)) / items.length
}

function row(curve: string, times: readonly Times[]): string[] {
	const median = (of: (times: Times) => number) => percentile(times.map(of), 0.5)
	const us = (of: (times: Times) => number) => `${median(of).toFixed(1)} µs`
	const ratio = median(({ read, check, chain }) => chain / (read + check))
	return [
		curve,
		(1e6 / median(({ read, check }) => read + check)).toFixed(0),
		us(({ read }) => read),
		us(({ check }) => check),
		Number.isNaN(ratio) ? '—' : (1e6 / median(({ chain }) => chain)).toFixed(0),
		Number.isNaN(ratio) ? '—' : `${ratio.toFixed(2)} ×`,
		us(({ signature }) => signature),
	]
}
