import type { KeyPair } from '@accord/ledger'
import type { LimitOrder } from '@accord/protocol'
import type { Participant } from './participant.ts'
import { type SigningNetwork, signLimitOrder } from './test-user.ts'

type LongOrder = { readonly signer: Participant; readonly terms: LimitOrder; readonly keyPairs?: readonly KeyPair[] }

/** The bytes of an order with 900 instructions before its own: nearly as many as an order may have. */
export function longOrder(network: SigningNetwork, { signer, terms, ...keys }: LongOrder): string {
	const call = `CALL_METHOD Address("${signer.account}") "${'a'.repeat(30)}";`
	const edit = (manifest: string) => `${Array(900).fill(call).join('\n')}\n${manifest}`
	return signLimitOrder(network, signer, terms, { edit, ...keys }).signedPartialTransaction
}
