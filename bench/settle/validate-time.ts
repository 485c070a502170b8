import { readSignedPartialTransaction } from '@accord/ledger'
import { monotonicMs } from './monotonic.ts'
import type { SplitNetwork } from './split-network.ts'

const rounds = 500

/** How long decoding, hashing and verifying one signed order takes, measured repeatedly; half of the orders use each curve. */
export function validateSamples(network: SplitNetwork): number[] {
	const orders = [network.signOrder(0), network.signOrder(1)]
	const samples: number[] = []
	for (let n = 0; n < rounds; n++) {
		for (const { signedPartialTransaction } of orders) {
			const startedMs = monotonicMs()
			readSignedPartialTransaction(signedPartialTransaction, 242)
			samples.push(monotonicMs() - startedMs)
		}
	}
	return samples
}
