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

const orders = 200
const rounds = 15

type Signer = { readonly keyPair: KeyPair; readonly account: string }
type Times = Record<'signature' | 'read' | 'check', number[]>

/** How many signed orders one core validates by their bytes, compared with verifying their signatures alone. */
export async function benchValidate(): Promise<void> {
	const signers: [string, Signer][] = [
		['Ed25519', { keyPair: userKey, account: user }],
		['Secp256k1', { keyPair: secondKey, account: stranger }],
	]
	const subjects = signers.map(([curve, signer]) => ({ curve, signer, signed: sign(signer) }))
	const times = subjects.map((): Times => ({ signature: [], read: [], check: [] }))
	for (let round = 0; round <= rounds; round++) {
		for (const [place, { signer, signed }] of subjects.entries()) {
			const measured = runRound(signer, signed)
			if (round > 0)
				for (const kind of ['signature', 'read', 'check'] as const) times[place]?.[kind].push(measured[kind])
		}
	}
	console.log(
		`${orders} orders of ${(subjects[0]?.signed[0]?.length ?? 0) / 2} bytes, ${rounds} rounds; median of each\n`,
	)
	printTable(
		[
			'curve',
			'signed orders a second per core',
			'read (decode, hash, verify, validate)',
			'check (schema, fees, header)',
			'signature alone, outside the engine',
		],
		subjects.map(({ curve }, place) => row(curve, times[place] as Times)),
	)
}

function sign({ keyPair, account }: Signer): string[] {
	return Array.from({ length: orders }, (_, n) =>
		signedOrderHex({ account, keyPairs: [keyPair], header: { ...goodHeader, intentDiscriminator: String(n + 1) } }),
	)
}

/** Microseconds for one order. */
function runRound({ keyPair }: Signer, signed: readonly string[]): Record<keyof Times, number> {
	const read = signed.map(hex => readSignedPartial(market, hex))
	const signatures = read.map(({ subintentHash }) => ({ subintentHash, signature: keyPair.sign(subintentHash) }))
	return {
		signature: each(signatures, ({ subintentHash, signature }) => signerOf(signature, subintentHash)),
		read: each(signed, hex => readSignedPartial(market, hex)),
		check: each(read, info => validateOrder(rules, info)),
	}
}

function each<T>(items: readonly T[], work: (item: T) => unknown): number {
	const startedMs = performance.now()
	for (const item of items) work(item)
	return (1000 * (performance.now() - startedMs)) / items.length
}

function row(curve: string, { signature, read, check }: Times): string[] {
	const median = (samples: readonly number[]) => percentile(samples, 0.5)
	const us = (samples: readonly number[]) => `${median(samples).toFixed(1)} µs`
	const whole = percentile(
		read.map((value, round) => value + (check[round] ?? 0)),
		0.5,
	)
	return [curve, (1e6 / whole).toFixed(0), us(read), us(check), us(signature)]
}
