import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainManifest } from './explain-manifest.ts'
import { manifestSteps } from './manifest-steps.ts'

const labels = new Map([
	['resource_xrd', 'XRD'],
	['resource_usd', 'xUSDC'],
	['account_user', 'the user’s account'],
	['account_service', 'the service’s account'],
	['account_solver', 'the solver’s account'],
	['subtxid_order', 'the user’s intent'],
	['subtxid_wrapped', 'the wrapped order'],
])
const explained = (manifest: string) => explainManifest(manifest, labels).map(({ explanation }) => explanation)

const order = `VERIFY_PARENT
    Enum<2u8>(
        NonFungibleGlobalId("resource_signature:[00]")
    )
;
CALL_METHOD
    Address("account_user")
    "withdraw"
    Address("resource_xrd")
    Decimal("105.35")
;
TAKE_FROM_WORKTOP
    Address("resource_xrd")
    Decimal("100")
    Bucket("bucket1")
;
ASSERT_NEXT_CALL_RETURNS_ONLY
    Map<Address, Enum>(
        Address("resource_usd") => Enum<2u8>(
            Decimal("5")
        )
    )
;
YIELD_TO_PARENT
    Bucket("bucket1")
;
TAKE_FROM_WORKTOP
    Address("resource_xrd")
    Decimal("0.1")
    Bucket("bucket2")
;
TAKE_FROM_WORKTOP
    Address("resource_xrd")
    Decimal("5.25")
    Bucket("bucket3")
;
YIELD_TO_PARENT
    Bucket("bucket2")
    Bucket("bucket3")
;
CALL_METHOD
    Address("account_user")
    "deposit_batch"
    Expression("ENTIRE_WORKTOP")
;
YIELD_TO_PARENT;
`

test('an order states what it pays and what it must receive', () => {
	assert.deepEqual(explained(order), [
		'Stop unless the service has signed the enclosing intent',
		'Withdraw 105.35 XRD from the user’s account',
		'Set 100 XRD aside',
		'What comes back must be at least 5 xUSDC and nothing else, or everything is undone',
		'Hand over 100 XRD and return to the enclosing intent',
		'Set 0.1 XRD aside',
		'Set 5.25 XRD aside',
		'Hand over 0.1 XRD and 5.25 XRD and return to the enclosing intent',
		'Deposit everything in hand into the user’s account',
		'Return to the enclosing intent',
	])
})

test('the service’s wrapping runs the order and takes its fee', () => {
	const outer = `USE_CHILD NamedIntent("intent1") Intent("subtxid_order");
YIELD_TO_CHILD NamedIntent("intent1") Expression("ENTIRE_WORKTOP");
TAKE_FROM_WORKTOP Address("resource_xrd") Decimal("0.1") Bucket("bucket1");
CALL_METHOD Address("account_service") "try_deposit_or_abort" Bucket("bucket1") Enum<0u8>();
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`
	assert.deepEqual(explained(outer), [
		'Include the user’s intent, signed by someone else',
		'Hand over everything in hand and run the user’s intent',
		'Set 0.1 XRD aside',
		'Deposit 0.1 XRD into the service’s account',
		'Hand over everything in hand and return to the enclosing intent',
	])
})

test('the root pays the fee and runs what it includes', () => {
	const root = `USE_CHILD NamedIntent("intent1") Intent("subtxid_wrapped");
CALL_METHOD Address("account_solver") "lock_fee" Decimal("10");
YIELD_TO_CHILD NamedIntent("intent1");`
	assert.deepEqual(explained(root), [
		'Include the wrapped order, signed by someone else',
		'Pay the network fee, up to 10 XRD, from the solver’s account',
		'Run the wrapped order',
	])
})

test('unlabelled addresses and unknown instructions are still named', () => {
	const prefix = `CALL_METHOD Address("component_sim1cqqqqqqqqqqqqqqqqqqqqqq") "swap" Bucket("bucket1");
DROP_ALL_PROOFS;`
	assert.deepEqual(explained(prefix), ['Call swap on component_sim1…qqqqqq', 'drop all proofs'])
})

test('each step keeps its own lines, and a semicolon in a string ends none', () => {
	const steps = manifestSteps('CALL_METHOD Address("a") "say; \\"no\\"";\nYIELD_TO_PARENT;')
	assert.deepEqual(steps, [
		{
			name: 'CALL_METHOD',
			text: 'CALL_METHOD Address("a") "say; \\"no\\"";',
			words: [
				{ kind: 'Address', value: 'a' },
				{ kind: '', value: 'say; \\"no\\"' },
			],
		},
		{ name: 'YIELD_TO_PARENT', text: 'YIELD_TO_PARENT;', words: [] },
	])
	const lines = manifestSteps(order).map(({ text }) => text)
	assert.equal(lines.join('\n'), order.trim())
})
