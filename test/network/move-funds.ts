import assert from 'node:assert/strict'
import { transferTransaction } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { Participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'

type Move = { readonly from: Participant; readonly to: Participant; readonly symbol: string; readonly left?: string }

/** Moves what an account holds of a token to another one, but for what is left, out of the service's reach. */
export async function moveFunds(network: TestNetwork, { from, to, symbol, left = '0' }: Move): Promise<void> {
	const { ledger } = network.ledger
	const { epoch } = ledger.info
	const held = Decimal.parse(network.balances(from.account)[symbol] ?? '0')
	const resource = network.tokens.get(symbol)?.resourceAddress ?? ''
	const { notarizedTransaction } = transferTransaction({
		from,
		transfers: [{ to: to.account, amounts: [{ resource, amount: Decimal.subtract(held, Decimal.parse(left)) }] }],
		lockFeeXrd: Decimal.parse('5'),
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		networkId: testNetworkId,
	})
	const { outcome, errorMessage } = await ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}
