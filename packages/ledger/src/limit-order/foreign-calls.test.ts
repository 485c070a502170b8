import assert from 'node:assert/strict'
import { test } from 'node:test'
import { component, networkId, orderLines, resources, user } from '../../../../test/fixtures/limit-order.ts'
import { readLimitOrder, readManifest } from '../codec.ts'

const faucetPackage = 'package_sim1pkgxxxxxxxxxfaucetxxxxxxxxx000034355863xxxxxxxxxhkrefh'
const resourcePackage = 'package_sim1pkgxxxxxxxxxresrcexxxxxxxxx000538436477xxxxxxxxxaj0zg9'
const consensusManager = 'consensusmanager_sim1scxxxxxxxxxxcnsmgrxxxxxxxxx000999665565xxxxxxxxxxc06cl'

const foreignCallsOf = (...prefix: string[]) =>
	readLimitOrder(readManifest([...prefix, ...orderLines()].join('\n'), networkId)).foreignCalls

test('only the ledger’s own code: nothing foreign', () => {
	assert.equal(foreignCallsOf(), undefined)
	assert.equal(
		foreignCallsOf(
			`CALL_METHOD Address("${user}") "withdraw" Address("${resources.XRD}") Decimal("1");`,
			`CALL_METHOD Address("${user}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
			`CALL_METHOD Address("${resources.XRD}") "get_total_supply";`,
			`CALL_METHOD Address("${consensusManager}") "get_current_epoch";`,
			`CALL_FUNCTION Address("${resourcePackage}") "FungibleResourceManager" "anything";`,
			`SET_METADATA Address("${component}") "name" Enum<Metadata::String>("text");`,
			`CLAIM_COMPONENT_ROYALTIES Address("${component}");`,
			`CLAIM_PACKAGE_ROYALTIES Address("${faucetPackage}");`,
		),
		undefined,
	)
})

test('a published package’s functions and components, each once', () => {
	assert.deepEqual(
		foreignCallsOf(
			`CALL_METHOD Address("${component}") "swap";`,
			`CALL_METHOD Address("${component}") "swap again";`,
			`CALL_FUNCTION Address("${faucetPackage}") "Faucet" "new";`,
		),
		{ packages: [faucetPackage], components: [component], isUnnamed: false },
	)
})

test('what exists only in the transaction has no address', () => {
	assert.deepEqual(
		foreignCallsOf(
			`ALLOCATE_GLOBAL_ADDRESS Address("${faucetPackage}") "Faucet" AddressReservation("made") NamedAddress("new");`,
			`CALL_METHOD NamedAddress("new") "swap";`,
		),
		{ packages: [], components: [], isUnnamed: true },
	)
})
