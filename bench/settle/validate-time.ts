import { readSignedPartialTransaction } from '@accord/ledger'
import { monotonicMs } from './monotonic.ts'
import type { SplitNetwork } from './split-network.ts'

const rounds = 500

/** How long decoding, hashing and verifying one signed order takes; both curves half of the time. */
export function validateMs(network: SplitNetwork): number {
	const orders = [network.signOrder(0), network.signOrder(1)]
	const startedMs = monotonicMs()
	for (let n = 0; n < rounds; n++)
		for (const { signedPartialTransaction } of orders) readSignedPartialTransaction(signedPartialTransaction, 242)
	return (monotonicMs() - startedMs) / (rounds * orders.length)
}
