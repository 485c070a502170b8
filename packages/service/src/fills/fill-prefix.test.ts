import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, mintPrefix, TradeError } from '@accord/protocol'
import { readSignedPartial } from '../intents/read-intent.ts'
import { component, market, resources, stranger } from '../testing/order-fixture.ts'
import { makerFill } from '../testing/trade-fixture.ts'
import { requireFillPrefix } from './fill-prefix.ts'

const faucet = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh'
const consensusManager = 'consensusmanager_sim1scxxxxxxxxxxcnsmgrxxxxxxxxx000999665565xxxxxxxxxxc06cl'
const faucetPackage = 'package_sim1pkgxxxxxxxxxfaucetxxxxxxxxx000034355863xxxxxxxxxhkrefh'
const accountPackage = 'package_sim1pkgxxxxxxxxxaccntxxxxxxxxxx000929625493xxxxxxxxxrn8jm6'

const mint = (of = component) => {
	const amount = Decimal.parse('5.2625')
	const customer = { component: of, badge: resources.unlisted, account: stranger, customerLocalId: '#1#' }
	return mintPrefix({ ...customer, resource: resources.xUSDC, amount }).split('\n')
}
const proof = `CALL_METHOD Address("${stranger}") "create_proof_of_amount" Address("${resources.xUSDC}") Decimal("1");`

function refused(lines: readonly string[], offered: readonly { component: string }[] = [{ component }]) {
	const { reading } = readSignedPartial(market, makerFill({ edit: all => [...lines, ...all] }))
	assert.deepEqual(reading.violations, [])
	try {
		requireFillPrefix(reading, offered[0])
		return []
	} catch (error) {
		assert.ok(error instanceof TradeError && error.code === 'prefix_not_allowed')
		return error.errors.map(({ found }) => found)
	}
}

// shows decision 21: A fill's prefix is exactly one mint on credit, or runs only the ledger's own code
test('a fill may have no prefix, exactly one mint of the component that is offered, or calls of native components', () => {
	const allowed: readonly (readonly string[])[] = [
		[],
		['ASSERT_WORKTOP_IS_EMPTY;', 'ASSERT_WORKTOP_IS_EMPTY;'],
		mint(),
		[proof, 'DROP_ALL_PROOFS;'],
		[`CALL_METHOD Address("${consensusManager}") "get_current_epoch";`, proof],
		[`CALL_FUNCTION Address("${accountPackage}") "Account" "create";`],
		[`CALL_METADATA_METHOD Address("${resources.xUSDC}") "get" "symbol";`],
	]
	for (const lines of allowed) assert.deepEqual(refused(lines), [], lines.join('\n'))
})

test('error: code of anyone’s choice before a fill, named by its address', () => {
	const [first = '', second = '', third = ''] = mint()
	const call = (at: string) => `CALL_METHOD Address("${at}") "free";`
	const other = third.replace(component, faucet)
	assert.deepEqual(refused([call(faucet)]), [faucet])
	assert.deepEqual(refused([proof, call(faucet), call(component)]), [faucet, component])
	assert.deepEqual(refused([first, second, other]), [faucet])
	assert.deepEqual(refused([first, first.replace('#1#', '#2#'), second, third]), [component])
	assert.deepEqual(refused(mint(), []), [component])
	assert.deepEqual(refused([`CALL_FUNCTION Address("${faucetPackage}") "Faucet" "new";`]), [faucetPackage])
	const allocated = [
		`ALLOCATE_GLOBAL_ADDRESS Address("${accountPackage}") "Account" AddressReservation("own") NamedAddress("own");`,
		`CALL_FUNCTION Address("${accountPackage}") "Account" "create" AddressReservation("own");`,
		'CALL_METHOD NamedAddress("own") "free";',
	]
	assert.deepEqual(refused(allocated), ['an address made in the manifest'])
})
