import assert from 'node:assert/strict'
import { composeTransaction } from '@accord/ledger'
import type { Participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'

const rules = { accept: 0, reject: 1, 'allow existing': 2 } as const

/** Has an account take tokens from anyone, from no one, or only tokens that it has held. */
export async function setDepositRule(
	network: TestNetwork,
	{ account, keyPair }: Participant,
	rule: keyof typeof rules,
): Promise<void> {
	const { epoch } = network.ledger.ledger.info
	const { notarizedTransaction } = composeTransaction({
		manifest: [
			`CALL_METHOD Address("${account}") "lock_fee" Decimal("1");`,
			`CALL_METHOD Address("${account}") "set_default_deposit_rule" Enum<${rules[rule]}u8>();`,
		].join('\n'),
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair,
		networkId: testNetworkId,
	})
	const { outcome, errorMessage } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}
