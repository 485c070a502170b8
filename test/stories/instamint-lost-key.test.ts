import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { derivePrivateKey, playSeed, signatureAccessRule } from '@accord/ledger'
import type { DoctorCheck, InstamintChange, WireOf } from '@accord/protocol'
import { committed, customerOf, instamintOf, mint, send, superOperator } from '../network/instamint-customers.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { participant } from '../network/participant.ts'
import { TestClock } from '../network/test-clock.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'

// Any other key: the next operator's.
const next = 'user-9'
const nextOperator = participant(next, 'Ed25519', testNetworkId)

function keyOf(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	return { curve, private_key_hex: privateKeyHex }
}

async function doctorsWord(network: TestNetwork): Promise<WireOf<typeof DoctorCheck> | undefined> {
	const { checks } = await askOperator<{ checks: WireOf<typeof DoctorCheck>[] }>(network, 'GET /operator/doctor')
	return checks.find(({ name }) => name === 'instamint')
}

// shows operator API: Instamint: a lost operator key is replaced
test('the operator’s key is lost and replaced: the old one can do nothing, the new one everything, and payback addresses stay', async () => {
	await using opened = new AsyncDisposableStack()
	const ledgerDirectory = mkdtempSync(join(tmpdir(), 'accord-lost-key-'))
	opened.defer(() => rmSync(ledgerDirectory, { recursive: true }))
	const clock = new TestClock()
	const people = { users: 1, makers: 2, solvers: 0, ledgerDirectory, clock }
	const before = await startTestNetwork({ ...people, settings: operatorSetting })
	const [maker] = before.makers
	assert.ok(maker)
	const { component } = before.ledger.instamint
	const { payback_address: payback } = await customerOf(before, maker)
	try {
		await mint(before, maker, '100 xUSDC')
		await fund(before.ledger, superOperator.account, { XRD: '1000' })
		await fund(before.ledger, nextOperator.account, { XRD: '1000' })
		const { manifest: rule } = signatureAccessRule(nextOperator.keyPair, testNetworkId)
		await committed(before, superOperator, [`SET_ROLE Address("${component}") Enum<0u8>() "operator" ${rule};`])
		const { detail } = await refusedOperator(before, 'POST /operator/instamint/pause', { code: 'instamint_refused' })
		assert.match(detail ?? '', /not the component’s operator/)
		const word = await doctorsWord(before)
		assert.deepEqual([word?.ok, /super operator/.test(word?.advice ?? '')], [false, true], word?.detail)
	} finally {
		await before.stop()
	}

	const instamint = { component, operator_key: keyOf(next), payback_key: keyOf('instamint-payback') }
	const after = await startTestNetwork({ ...people, settings: { ...operatorSetting, instamint } })
	opened.defer(() => after.stop())
	assert.equal((await doctorsWord(after))?.ok, true, (await doctorsWord(after))?.detail)
	const customer = await customerOf(after, maker)
	assert.deepEqual([customer.payback_address, customer.loans], [payback, [{ symbol: 'xUSDC', amount: '100' }]])
	const paused = await askOperator<WireOf<typeof InstamintChange>>(after, 'POST /operator/instamint/pause')
	assert.equal(paused.paused, true)
	await send(after, maker, { to: payback ?? '', what: '100 xUSDC' })
	clock.advance(6)
	await after.drain()
	assert.deepEqual(
		(await instamintOf(after)).customers.flatMap(({ loans }) => loans),
		[],
	)
})
